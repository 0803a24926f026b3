import type { Attachment } from "svelte/attachments";
import { ms } from "../lib/motion.svelte";
import type { Play } from "../lib/play.svelte";

const TOUCHED = "[data-move], button.live, [data-primary], button.stamp";

/** Whenever something new is asked, what answers it on the table comes into view. */
export function inView(play: Play): Attachment<HTMLElement> {
  return (board) => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      if (play.mine) frame = requestAnimationFrame(() => bring(board));
    };
    const laid = new MutationObserver(look); // the game's own table comes later
    laid.observe(board, { childList: true });
    let width = board.clientWidth;
    const turned = new ResizeObserver(() => {
      if (board.clientWidth !== width) look(); // a phone was turned
      width = board.clientWidth;
    });
    turned.observe(board);
    $effect(() => {
      void play.question.phase;
      look();
    });
    return () => {
      laid.disconnect();
      turned.disconnect();
      cancelAnimationFrame(frame);
    };
  };
}

/** A board that scrolls by itself shows all that can be touched, or else all answers, if they fit; a page moves only if nothing at all can be touched. */
function bring(board: HTMLElement): void {
  const things = [...board.querySelectorAll<HTMLElement>(TOUCHED)].filter((thing) => thing.offsetParent);
  const [first, last] = [things[0], things.at(-1)];
  if (!first || !last) return;
  const how = { block: "nearest", behavior: ms(1) ? "smooth" : "instant" } as const;
  const answers = things.filter((thing) => thing.matches("[data-move]"));
  for (const wanted of board.scrollHeight > board.clientHeight ? [things, answers] : []) {
    if (!wanted.length) continue;
    const places = wanted.map((thing) => thing.getBoundingClientRect());
    const top = Math.min(...places.map((place) => place.top));
    const bottom = Math.max(...places.map((place) => place.bottom));
    const room = board.getBoundingClientRect();
    const margin = 4;
    if (bottom - top + 2 * margin <= room.height) {
      const by = top < room.top ? top - room.top - margin : Math.max(0, bottom - room.bottom + margin);
      if (by) board.scrollBy({ top: by, behavior: how.behavior });
      return;
    }
  }
  if (!things.some((thing) => isSeen(thing, board))) first.scrollIntoView(how);
}

/** Whether all of a thing can be seen: not beyond the board's edge, and nothing else lies on it. */
function isSeen(thing: HTMLElement, board: HTMLElement): boolean {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  return [[left + 3, top + 3] as const, [right - 3, bottom - 3] as const].every(([x, y]) =>
    board.contains(document.elementFromPoint(x, y)),
  );
}
