import type { Component } from "svelte";
import Chasse from "./Chasse.svelte";
import Condamnes from "./Condamnes.svelte";
import Contrebande from "./Contrebande.svelte";
import Plain from "./Plain.svelte";
import Prohibition from "./Prohibition.svelte";
import Prohis from "./Prohis.svelte";

const posters: Record<string, Component> = {
  prohis: Prohis,
  contrebande: Contrebande,
  chasse: Chasse,
  condamnes: Condamnes,
  prohibition: Prohibition,
};

export function posterOf(game: string): Component {
  return posters[game] ?? Plain;
}

/** As the posters hang on the wall: ours first, then whatever else is played here. */
export function inOrder<Game extends { name: string }>(games: Game[]): Game[] {
  const hung = Object.keys(posters);
  const place = ({ name }: Game) => (name in posters ? hung.indexOf(name) : hung.length);
  return games.toSorted((a, b) => place(a) - place(b));
}
