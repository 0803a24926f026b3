/** Keys and taps on a lattice of things: one step by an arrow, through all that can be chosen by Page Up and Page Down. */

export interface Cell {
  column: number;
  row: number;
}

const STEPS: Record<string, Cell> = {
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
};

/** The cell that a key leads to, within the lattice; null for any other key. */
export function step(key: string, from: Cell, columns: number, rows: number): Cell | null {
  const way = STEPS[key];
  if (way) {
    return {
      column: Math.min(columns - 1, Math.max(0, from.column + way.column)),
      row: Math.min(rows - 1, Math.max(0, from.row + way.row)),
    };
  }
  if (key === "Home") return { column: 0, row: from.row };
  if (key === "End") return { column: columns - 1, row: from.row };
  return null;
}

/** The choice before or after the present one, round and round; null where nothing can be chosen. */
export function turnTo(key: string, choices: string[], current: string): string | null {
  if ((key !== "PageDown" && key !== "PageUp") || choices.length === 0) return null;
  const at = choices.indexOf(current);
  if (at < 0) return choices[0]!;
  return choices[(at + (key === "PageDown" ? 1 : choices.length - 1)) % choices.length]!;
}

export interface Target<Name> {
  name: Name;
  x: number;
  y: number;
}

/**
 * What a thumb that missed most likely meant: the nearest target within reach, unless another is nearly as near. Things
 * on a big board are smaller than a thumb; this makes all of the empty space around them theirs.
 */
export function meant<Name>(x: number, y: number, targets: Target<Name>[], reach: number): Name | null {
  const near = targets
    .map((target) => ({ name: target.name, away: Math.hypot(target.x - x, target.y - y) }))
    .filter((target) => target.away <= reach)
    .sort((a, b) => a.away - b.away);
  const [first, second] = near;
  if (!first || (second && second.away - first.away < reach / 8)) return null;
  return first.name;
}
