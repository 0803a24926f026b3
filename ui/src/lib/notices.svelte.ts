import { recall, remember } from "./memory";

/** How somebody is told that it is his turn: a small bell, and a notice of the browser where he looks elsewhere. */
class Notices {
  sound = $state(recall("sound") !== "off");
  wanted = $state(recall("notices") === "on");
  /** Whether the browser can show notices at all: not without HTTPS, and not on every phone. */
  possible = "Notification" in globalThis && globalThis.isSecureContext;

  #audio: AudioContext | null = null;

  setSound(on: boolean): void {
    this.sound = on;
    remember("sound", on ? "on" : "off");
    if (on) this.ring();
  }

  async setNotices(on: boolean): Promise<void> {
    this.wanted = on && this.possible && (await Notification.requestPermission()) === "granted";
    remember("notices", this.wanted ? "on" : "off");
  }

  turn(title: string, body: string, table: string): void {
    if (this.sound) this.ring();
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

  /** Two notes of a hotel bell. */
  ring(): void {
    // Before the first touch of the page browsers stay silent, and say so in the console.
    if (!navigator.userActivation?.hasBeenActive) return;
    this.#audio ??= new AudioContext();
    const audio = this.#audio;
    for (const [pitch, after] of [
      [1318.5, 0],
      [1760, 0.12],
    ] as const) {
      const at = audio.currentTime + after;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.9);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 1);
    }
  }
}

export const notices = new Notices();
