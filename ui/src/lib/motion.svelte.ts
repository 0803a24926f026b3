import { prefersReducedMotion } from "svelte/motion";

/** How long a movement takes: nothing at all for those who want no movement. */
export function ms(duration: number): number {
  return prefersReducedMotion.current ? 0 : duration;
}
