import type { Diagrams } from "..";
import Convoy from "./diagrams/Convoy.svelte";
import Draw from "./diagrams/Draw.svelte";
import Left from "./diagrams/Left.svelte";
import Ranks from "./diagrams/Ranks.svelte";
import Seized from "./diagrams/Seized.svelte";
import Trap from "./diagrams/Trap.svelte";
import Turns from "./diagrams/Turns.svelte";
import Worth from "./diagrams/Worth.svelte";

export const diagrams: Diagrams = {
  "PRO-08": Draw,
  "PRO-12": Convoy,
  "PRO-14": Ranks,
  "PRO-21": Turns,
  "PRO-22": Seized,
  "PRO-23": Trap,
  "PRO-26": Worth,
  "PRO-27": Left,
};
