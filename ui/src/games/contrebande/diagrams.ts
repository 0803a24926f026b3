import type { Diagrams } from "..";
import Bag from "./diagrams/Bag.svelte";
import Example from "./diagrams/Example.svelte";
import Passing from "./diagrams/Passing.svelte";
import Prices from "./diagrams/Prices.svelte";
import Spent from "./diagrams/Spent.svelte";
import Truth from "./diagrams/Truth.svelte";

export const diagrams: Diagrams = {
  "CON-03": Prices,
  "CON-08": Truth,
  "CON-11": Example,
  "CON-14": Passing,
  "CON-16": Bag,
  "CON-17": Spent,
};
