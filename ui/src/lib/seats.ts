/**
 * The colour of each seat, the same wherever it is shown; never alone, a name or a sign goes with it. The first two are
 * neither red nor black, which are sides at a table for two.
 */
const COLOURS = [
  "#2b4a7d",
  "#1f6b45",
  "#8f5a0c",
  "#9a1b24",
  "#5b3a86",
  "#0f6a73",
  "#9c2f6b",
  "#4d545c",
  "#6b3f1e",
] as const;

export const colourOf = (seat: number): string => COLOURS[seat % COLOURS.length]!;
