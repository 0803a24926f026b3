import type { Forms } from "../lib/plural";

export const en = {
  seat: "Seat {n}",
} satisfies Record<string, string | Forms>;
