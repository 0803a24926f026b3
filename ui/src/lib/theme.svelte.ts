import { recall, remember } from "./storage";

export type Light = "system" | "light" | "dark";

/** Light or dark: as the system has it, until somebody switches. */
class Theme {
  light = $state<Light>("system");

  constructor() {
    const kept = recall("theme");
    if (kept === "light" || kept === "dark") this.switch(kept);
  }

  switch(light: Light): void {
    this.light = light;
    remember("theme", light);
    if (light === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = light;
  }
}

export const theme = new Theme();
