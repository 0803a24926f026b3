import type { Colour } from "../city";
import type { Truck } from "../view";

/** A truck for a picture. */
export function truck(cargo: Colour[], seat = 0): Truck {
  return {
    seat,
    name: "1",
    key: "picture",
    at: null,
    card: null,
    cargo,
    lost: [],
    prime: null,
    points: 0,
    loaded: 1,
    delivered: false,
  };
}
