/** Bots have no names of their own: they get one from the table's id, the same for everybody who looks. */

// A prime number of them, so that any stride visits all.
const NICKNAMES =
  "Bugsy Pépé Lefty Kiki Dutch Toto Slim Mimi Legs Nono Ace Gigi Moe Lili Duke Bibi Red Coco Sparks".split(" ");

export function nickname(table: string, seat: number): string {
  let hash = 2166136261;
  for (const letter of table) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  const stride = 1 + (hash % (NICKNAMES.length - 1));
  return NICKNAMES[((hash >>> 8) + seat * stride) % NICKNAMES.length]!;
}
