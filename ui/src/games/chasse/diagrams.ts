import type { Diagrams } from "..";
import Blocked from "./pictures/Blocked.svelte";
import Control from "./pictures/Control.svelte";
import Safe from "./pictures/Safe.svelte";
import Start from "./pictures/Start.svelte";
import Turn from "./pictures/Turn.svelte";

export const diagrams: Diagrams = {
  "CHA-02": Start,
  "CHA-06": Turn,
  "CHA-08": Blocked,
  "CHA-10": Control,
  "CHA-11": Safe,
};
