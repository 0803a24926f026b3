import type { Forms } from "../lib/plural";
import type { en } from "./en";

export const fr: Record<keyof typeof en, string | Forms> = {
  seat: "Place {n}",
};
