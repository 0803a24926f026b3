import type { Diagrams } from "..";
import Contact from "./diagrams/Contact.svelte";
import Drive from "./diagrams/Drive.svelte";
import Influence from "./diagrams/Influence.svelte";
import Limits from "./diagrams/Limits.svelte";
import Neighbours from "./diagrams/Neighbours.svelte";
import Shut from "./diagrams/Shut.svelte";

export const diagrams: Diagrams = {
  "PRB-14": Contact,
  "PRB-15": Influence,
  "PRB-16": Drive,
  "PRB-18": Neighbours,
  "PRB-19": Limits,
  "PRB-25": Shut,
};
