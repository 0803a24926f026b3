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
