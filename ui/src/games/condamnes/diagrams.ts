import type { Diagrams } from "..";
import Gaze from "./pictures/Gaze.svelte";
import Higher from "./pictures/Higher.svelte";
import Highest from "./pictures/Highest.svelte";
import Journey from "./pictures/Journey.svelte";
import Lower from "./pictures/Lower.svelte";
import Price from "./pictures/Price.svelte";
import Tunnel from "./pictures/Tunnel.svelte";

export const diagrams: Diagrams = {
  "CND-02": Highest,
  "CND-09": Journey,
  "CND-10": Higher,
  "CND-11": Lower,
  "CND-14": Gaze,
  "CND-16": Tunnel,
  "CND-19": Price,
};
