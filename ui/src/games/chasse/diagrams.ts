import type { Diagrams } from "..";
import Blocked from "./diagrams/Blocked.svelte";
import Control from "./diagrams/Control.svelte";
import Safe from "./diagrams/Safe.svelte";
import Start from "./diagrams/Start.svelte";
import Turn from "./diagrams/Turn.svelte";

export const diagrams: Diagrams = {
  "CHA-02": Start,
  "CHA-06": Turn,
  "CHA-08": Blocked,
  "CHA-10": Control,
  "CHA-11": Safe,
};
