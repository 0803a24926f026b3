import { ink } from "../../art/cards/inks";
import type { Suit } from "./pack";

/** Four inks for four suits: a tunnel is seen at a glance. Each suit has its shape as well. */
export const suitInk: Record<Suit, string> = { S: ink.black, C: ink.green, H: "#a3222b", D: "#1f4b86" };

/** Drawn around (0, 0), about 20 wide. */
export const suitPath: Record<Suit, string> = {
  H: "M0 10C-4 4.500-10.500.500-10.500-4.800C-10.500-8.300-8-10-5.500-10C-2.700-10-1-8.200 0-5.800C1-8.200 2.700-10 5.500-10C8-10 10.500-8.300 10.500-4.800C10.500.500 4 4.500 0 10Z",
  D: "M0-11.500L8.500 0L0 11.500L-8.500 0Z",
  S: "M0-11.500C4-5.500 10.500-2 10.500 3.500C10.500 7 8 8.700 5.300 8.700C3.200 8.700 1.700 7.600 1 6L2.800 11.500H-2.800L-1 6C-1.700 7.600-3.200 8.700-5.300 8.700C-8 8.700-10.500 7-10.500 3.500C-10.500-2-4-5.500 0-11.500Z",
  C: "M0-11.500A5.300 5.300 0 0 1 4.300-3.100A5.300 5.300 0 1 1 1.200 5L2.800 11.500H-2.800L-1.200 5A5.300 5.300 0 1 1-4.300-3.100A5.300 5.300 0 0 1 0-11.500Z",
};

const [L, M, R] = [35, 50, 65];

/** Where the pips of a plain card stand; those below the middle stand on their heads. */
export const pips: Record<string, [x: number, y: number][]> = {
  "2": [[M, 40], [M, 100]],
  "3": [[M, 40], [M, 70], [M, 100]],
  "4": [[L, 40], [R, 40], [L, 100], [R, 100]],
  "5": [[L, 40], [R, 40], [M, 70], [L, 100], [R, 100]],
  "6": [[L, 40], [R, 40], [L, 70], [R, 70], [L, 100], [R, 100]],
  "7": [[L, 40], [R, 40], [M, 55], [L, 70], [R, 70], [L, 100], [R, 100]],
  "8": [[L, 40], [R, 40], [M, 55], [L, 70], [R, 70], [M, 85], [L, 100], [R, 100]],
  "9": [[L, 38], [R, 38], [L, 59], [R, 59], [M, 70], [L, 81], [R, 81], [L, 102], [R, 102]],
  "10": [[L, 38], [R, 38], [M, 48], [L, 59], [R, 59], [L, 81], [R, 81], [M, 92], [L, 102], [R, 102]],
}; // prettier-ignore
