/** Printed cards look the same by day and by lamplight: their inks don't follow the page's theme. */
export const ink = {
  stock: "#f7edd4",
  shade: "#e9dab4",
  black: "#2a2018",
  green: "#1f5b42",
  leaf: "#4d8a5b",
  burgundy: "#7d1f2c",
  red: "#b03a3a",
  blue: "#1f3b5e",
  steel: "#8fa6b8",
  brass: "#b98a2f",
  gold: "#e0b95a",
  wood: "#b47d45",
  bark: "#754a24",
  skin: "#e6bd95",
  white: "#fffaf0",
} as const;

export type Ink = keyof typeof ink;

/** The rays of an art-deco sun as one path: `count` wedges of a circle around (x, y). */
export function rays(x: number, y: number, radius: number, count: number): string {
  const point = (turn: number) => {
    const angle = turn * 2 * Math.PI;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  let path = "";
  for (let i = 0; i < count; i++) path += `M${x} ${y}L${point(i / count)} ${point((i + 0.5) / count)}Z`;
  return path;
}
