import type { Diagrams } from "..";
import Gaze from "./diagrams/Gaze.svelte";
import Higher from "./diagrams/Higher.svelte";
import Highest from "./diagrams/Highest.svelte";
import Journey from "./diagrams/Journey.svelte";
import Lower from "./diagrams/Lower.svelte";
import Price from "./diagrams/Price.svelte";
import Tunnel from "./diagrams/Tunnel.svelte";

export const diagrams: Diagrams = {
  "CND-02": Highest,
  "CND-09": Journey,
  "CND-10": Higher,
  "CND-11": Lower,
  "CND-14": Gaze,
  "CND-16": Tunnel,
  "CND-19": Price,
};
