import { recall, remember } from "./storage";

export const SPEEDS = [0.5, 1, 2, 4];

/** How fast scenes are shown on this device, and whom its owner plays against. */
class Preference {
  /** The level of the bots at *Play now*; nothing: the house's choice. */
  level = $state(recall("level") ?? "");
  /** What they are like; nothing: they are mixed. */
  character = $state(recall("character") ?? "");
  /** Off: every scene is shown as it comes. */
  holding = $state(recall("holding") !== "off");
  speed = $state(SPEEDS.find((speed) => String(speed) === recall("speed")) ?? 1);

  setHolding(on: boolean): void {
    this.holding = on;
    remember("holding", on ? "on" : "off");
  }

  setLevel(level: string): void {
    this.level = level;
    remember("level", level);
  }

  setCharacter(character: string): void {
    this.character = character;
    remember("character", character);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    remember("speed", String(speed));
  }
}

export const preference = new Preference();
