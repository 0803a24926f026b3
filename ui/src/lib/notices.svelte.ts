import { recall, remember } from "./storage";
import { sounds } from "./sounds.svelte";

/** How somebody is told that it is their turn: a small bell, and a notification where they look elsewhere. */
class Notices {
  sound = $state(recall("sound") !== "off");
  wanted = $state(recall("notices") === "on");
  /** Whether the browser can show notices at all: not without HTTPS, and not on every phone. */
  possible = "Notification" in globalThis && globalThis.isSecureContext;

  setSound(on: boolean): void {
    this.sound = on;
    remember("sound", on ? "on" : "off");
    if (on) sounds.make("bell");
  }

  async setNotices(on: boolean): Promise<void> {
    this.wanted = on && this.possible && (await Notification.requestPermission()) === "granted";
    remember("notices", this.wanted ? "on" : "off");
  }

  turn(title: string, body: string, table: string): void {
    if (this.sound) sounds.make("bell");
    if (!this.wanted || !document.hidden || Notification.permission !== "granted") return;
    try {
      const notice = new Notification(title, { body, tag: table, icon: "/icon-192.png" });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // some phones allow notices from service workers only
    }
  }
}

export const notices = new Notices();
