import type { Play } from "../lib/play.svelte";
import type { Choice } from "../lib/types";

export interface Group {
  title: string; // what the labels of a group have in common; empty for a group of one kind each
  choices: (Choice & { short: string })[];
}

/** The choices that are listed as buttons: those that the table doesn't show, less what the main button does. */
export function listed(play: Play): Choice[] {
  const { main, picked } = play;
  const others = play.unclaimed.filter(({ move }) => move !== main);
  const displaced = picked !== null && picked !== main ? play.unclaimed.filter(({ move }) => move === main) : [];
  return [...others, ...displaced]; // last, so that the others keep their numbers
}

const FEW = 4; // choices of one kind that are simply listed
const FEWER = 2; // where a table wants them grouped by verb

/** Choices of the same kind (the same first word of the move) share one title, so that their buttons can be short. */
export function grouped(choices: Choice[], gathered = false): Group[] {
  const kinds = new Map<string, Choice[]>();
  for (const choice of choices) {
    const kind = choice.move.split(" ", 1)[0]!;
    kinds.set(kind, [...(kinds.get(kind) ?? []), choice]);
  }
  const single: Choice[] = [];
  const groups: Group[] = [];
  for (const members of kinds.values()) {
    const title = members.length > (gathered ? FEWER : FEW) ? common(members.map((choice) => choice.label)) : "";
    if (!title) single.push(...members);
    else groups.push({ title, choices: members.map((choice) => ({ ...choice, short: rest(choice.label, title) })) });
  }
  if (single.length)
    groups.unshift({ title: "", choices: single.map((choice) => ({ ...choice, short: choice.label })) });
  return groups;
}

/** What moves in a row do, in words: the same one several times is said once, with how often. */
export function counted(moves: Choice[]): string[] {
  const found: { label: string; n: number }[] = [];
  for (const { label } of moves) {
    const last = found.at(-1);
    if (last?.label === label) last.n += 1;
    else found.push({ label, n: 1 });
  }
  return found.map(({ label, n }) => (n > 1 ? `${label} × ${n}` : label));
}

/** What the labels of the first kind among the choices have in common. */
export function shared(choices: Choice[]): string {
  const kind = choices[0]?.move.split(" ", 1)[0];
  const labels = choices.filter(({ move }) => move.split(" ", 1)[0] === kind).map(({ label }) => label);
  return labels.length > 1 ? common(labels) : (labels[0] ?? "");
}

/** The whole words that all labels begin with, if something is left of each. */
function common(labels: string[]): string {
  let words = labels[0]!.split(" ");
  for (const label of labels) {
    const others = label.split(" ");
    let same = 0;
    while (same < words.length && same < others.length - 1 && words[same] === others[same]) same++;
    words = words.slice(0, same);
  }
  return words.join(" ");
}

function rest(label: string, title: string): string {
  return label.slice(title.length).trim();
}
