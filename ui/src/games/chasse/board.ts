/** Where squares lie, who stands where and how figures got there. Nothing here knows a rule. */

import { chasse } from "../../lib/records";
import type { Side } from "./view";

/** A place on the board, counted from a1. */
export interface Spot {
  column: number;
  row: number;
}

const { columns: COLUMNS } = chasse;

export function square({ column, row }: Spot): string {
  return `${COLUMNS[column]}${row + 1}`;
}

export function spot(name: string): Spot {
  return { column: COLUMNS.indexOf(name.charAt(0)), row: Number(name.slice(1)) - 1 };
}

/** a1 is black. */
export function isDark({ column, row }: Spot): boolean {
  return (column + row) % 2 === 0;
}

/** The smugglers' start squares (CHA-02), as many as they have figures. */
export function startSquares(size: number, figures: number): string[] {
  const starts: Record<string, readonly string[]> = chasse.starts;
  return (starts[size] ?? []).slice(0, figures);
}

/** All squares in the order in which a viewer reads them; their own edge is at the bottom. */
export function squaresFor(size: number, turned: boolean): string[] {
  const names: string[] = [];
  for (let down = 0; down < size; down++) {
    for (let across = 0; across < size; across++) {
      names.push(square(seenAt({ column: across, row: down }, size, turned)));
    }
  }
  return names;
}

/** From a spot to its place on the screen (columns from the left, rows from the top), and back. */
export function seenAt({ column, row }: Spot, size: number, turned: boolean): Spot {
  return turned ? { column: size - 1 - column, row } : { column, row: size - 1 - row };
}

function isFree(board: Record<string, string>, from: Spot, to: Spot): boolean {
  const right = Math.sign(to.column - from.column);
  const up = Math.sign(to.row - from.row);
  for (let { column, row } = from; column !== to.column || row !== to.row;) {
    column += right;
    row += up;
    if ((column !== to.column || row !== to.row) && board[square({ column, row })]) return false;
  }
  return true;
}

/** The squares where a walk begins, turns and ends, by a way on which nobody stands if there is one. */
export function walk(board: Record<string, string>, from: string, to: string): string[] {
  const [start, end] = [spot(from), spot(to)];
  if (start.column === end.column || start.row === end.row) return [from, to];
  const corners = [
    { column: start.column, row: end.row },
    { column: end.column, row: start.row },
  ];
  const open = corners.find(
    (corner) => !board[square(corner)] && isFree(board, start, corner) && isFree(board, corner, end),
  );
  return [from, square(open ?? corners[0]!), to];
}

/** Squares between the ends of a walk. */
export function length(path: string[]): number {
  let steps = 0;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [spot(path[i - 1]!), spot(path[i]!)];
    steps += Math.abs(a.column - b.column) + Math.abs(a.row - b.row);
  }
  return steps;
}

/** A figure that can be followed from one picture of the board to the next. */
export interface Figure {
  id: number;
  side: Side;
  square: string;
  path: string[]; // its last walk, the present square at the end
  gone: boolean; // it left the game with the last walk
}

export interface Walk {
  from: string;
  to: string;
}

function isSide(value: string | undefined): value is Side {
  return value === "red" || value === "black";
}

/**
 * The figures after some walks, as the board now shows them. What can't be explained by the walks (a second game, or a
 * picture that was missed) is set down anew.
 */
export function follow(before: Figure[], board: Record<string, string>, walks: Walk[]): Figure[] {
  const figures = before.filter((figure) => !figure.gone).map((figure) => ({ ...figure, path: [figure.square] }));
  const standing = (name: string) => figures.find((figure) => figure.square === name && !figure.gone);
  for (const [i, { from, to }] of walks.entries()) {
    const figure = standing(from);
    if (!figure) continue;
    const controlled = standing(to);
    const then = Object.fromEntries(figures.filter((other) => !other.gone).map((other) => [other.square, other.side]));
    figure.path = walk(then, from, to);
    figure.square = to;
    if (!controlled) continue;
    // Whoever stands there in the end has stayed; a later walk may already have led away from that square.
    const later = walks.slice(i + 1).find((walk) => walk.from === to);
    const stays = board[to] ?? (later && board[later.to]);
    (stays === controlled.side ? figure : controlled).gone = true;
  }
  const missing = Object.entries(board).filter(([name, side]) => isSide(side) && standing(name)?.side !== side);
  const explained = figures.filter((figure) => figure.gone || board[figure.square] === figure.side);
  let next = Math.max(0, ...before.map((figure) => figure.id)) + 1;
  for (const [name, side] of missing) {
    explained.push({ id: next++, side: side as Side, square: name, path: [name], gone: false });
  }
  return explained;
}
