import type { Diagrams } from "..";
import Contact from "./pictures/Contact.svelte";
import Drive from "./pictures/Drive.svelte";
import Influence from "./pictures/Influence.svelte";
import Limits from "./pictures/Limits.svelte";
import Neighbours from "./pictures/Neighbours.svelte";
import Shut from "./pictures/Shut.svelte";

export const diagrams: Diagrams = {
  "PRB-14": Contact,
  "PRB-15": Influence,
  "PRB-16": Drive,
  "PRB-18": Neighbours,
  "PRB-19": Limits,
  "PRB-25": Shut,
};
