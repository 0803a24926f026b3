/** What a thing on the map is, in words. */

import type { Play } from "../../lib/play.svelte";
import type { ProhibitionView } from "../../lib/records";
import { list, say } from "../../lib/words.svelte";
import { doorOf, kindOf, linesThrough, placesOf, sort } from "./city";
import { capital, counted } from "./naming";
import texts from "./texts.json";
import { PEOPLE, allTrucks, cubes } from "./view";

export function describe(play: Play, view: ProhibitionView, name: string): string {
  const people = PEOPLE.filter((who) => view.where[who]);
  const kind = sort(name);
  const parts: string[] = [];
  if (kind === "crossroads") {
    parts.push(say(texts, "crossroads", { 0: name }));
    const who = people.find((who) => view.where[who] === name);
    if (who) parts.push(play.word(who));
    const place = PEOPLE.find((who) => placesOf(view.layout)[who].includes(name));
    if (place) parts.push(say(texts, "enters_here", { 0: play.word(place) }));
  } else if (kind === "street") {
    parts.push(say(texts, "street", { 0: name }));
    const here = allTrucks(view).find(({ at }) => at === name);
    if (here) parts.push(say(texts, "truck_of", { 0: play.names[here.seat] ?? "", 1: counted(here.cargo) }));
    const door = doorOf(name);
    if (door) parts.push(say(texts, "door_of", { 0: called(play, view, door) }));
    const rulers = people.filter((who) => linesThrough(view.where[who]!).some(({ street }) => street === name));
    if (rulers.length) parts.push(say(texts, "line_of", { 0: list(rulers.map((who) => play.word(who))) }));
  } else {
    parts.push(`${capital(called(play, view, name))}, ${name}`);
  }
  return parts.join(". ");
}

function called(play: Play, view: ProhibitionView, block: string): string {
  const kind = kindOf(view.layout, block);
  if (kind === "distillery") return play.word("distillery");
  const held = counted(cubes(view.bars[block]));
  const own = kind.startsWith("private") ? say(texts, "private_of", { 0: play.word(kind.slice(8)) }) : play.word("bar");
  return `${own} (${view.closed[block] ? play.word("closed") : held})`;
}
