/** Points of Condamnés!: a win or nothing, and by which clause. */

import { say } from "../../lib/words.svelte";
import type { Score, ScoreLine } from "..";
import { lying, ROUNDS, TEN, type CondamnesView } from "./view";

export const score: Score = (play) => {
  const view = play.view as CondamnesView;
  const prisoners = view.seats - 1;
  const tunnels = lying(view, "table").length;
  const escaped = view.reason === "tunnels";
  const cards = view.guard === null ? 0 : (view.held[view.guard] ?? 0);
  return Array.from({ length: view.seats }, (_, seat) => {
    const line = (clause: string, key: Key, values: Record<string, number>, points = 0): ScoreLine => ({
      clause,
      text: say(texts, key, values),
      points,
    });
    const lines: ScoreLine[] = [];
    if (seat === view.guard) {
      const won = view.reason === "ten cards";
      lines.push(line("CND-07", won ? "ten" : "notTen", { n: cards, ten: TEN }, won ? 1 : 0));
      if (escaped) lines.push(line("CND-06", "fled", { n: tunnels }));
    } else {
      lines.push(line("CND-06", escaped ? "escaped" : "notEscaped", { n: tunnels, all: prisoners }, escaped ? 1 : 0));
      if (view.reason === "ten cards") lines.push(line("CND-07", "transferred", { n: cards }));
    }
    if (view.reason === "rounds") lines.push(line("CND-22", "rounds", { n: ROUNDS }));
    return lines;
  });
};

type Key = keyof (typeof texts)["en"];

const texts = {
  en: {
    ten: { one: "{n} card in hand: the transfer takes place", other: "{n} cards in hand: the transfer takes place" },
    notTen: { one: "{n} card in hand, {ten} were needed", other: "{n} cards in hand, {ten} were needed" },
    fled: {
      one: "The prisoners have dug {n} tunnel and are gone",
      other: "The prisoners have dug {n} tunnels and are gone",
    },
    escaped: {
      one: "{n} tunnel for {all} prisoners: everybody is out",
      other: "{n} tunnels for {all} prisoners: everybody is out",
    },
    notEscaped: { one: "{n} tunnel, {all} were needed", other: "{n} tunnels, {all} were needed" },
    transferred: {
      one: "The guard holds {n} card: transferred before the escape",
      other: "The guard holds {n} cards: transferred before the escape",
    },
    rounds: { one: "{n} round has gone by: nobody wins", other: "{n} rounds have gone by: nobody wins" },
  },
  fr: {
    ten: { one: "{n} carte en main : le transfert a lieu", other: "{n} cartes en main : le transfert a lieu" },
    notTen: { one: "{n} carte en main, il en fallait {ten}", other: "{n} cartes en main, il en fallait {ten}" },
    fled: {
      one: "Les prisonniers ont creusé {n} tunnel et se sont évadés",
      other: "Les prisonniers ont creusé {n} tunnels et se sont évadés",
    },
    escaped: {
      one: "{n} tunnel pour {all} prisonniers : tout le monde est dehors",
      other: "{n} tunnels pour {all} prisonniers : tout le monde est dehors",
    },
    notEscaped: { one: "{n} tunnel, il en fallait {all}", other: "{n} tunnels, il en fallait {all}" },
    transferred: {
      one: "Le gardien a {n} carte en main : transfert avant l’évasion",
      other: "Le gardien a {n} cartes en main : transfert avant l’évasion",
    },
    rounds: { one: "{n} ronde est passée : personne ne gagne", other: "{n} rondes sont passées : personne ne gagne" },
  },
};
