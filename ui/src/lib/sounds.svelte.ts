import { recall, remember } from "./storage";

/** Everything that can be heard, made on the spot: there are no files. */
export type Sound = "bell" | "flip" | "stamp" | "coin" | "bars" | "drum" | "horn";

const APART = 250; // ms between two sounds: many at once are noise

interface Tone {
  after?: number; // seconds
  pitch: number; // hertz
  to?: number; // the pitch that it slides to
  lasts: number; // seconds
  loud: number; // 0 to 1
  wave?: OscillatorType;
}
interface Noise {
  after?: number;
  lasts: number;
  loud: number;
  band: number; // hertz about which it lies
}

const TONES: Record<Sound, Tone[]> = {
  bell: [
    { pitch: 1318.5, lasts: 0.9, loud: 0.12 },
    { after: 0.12, pitch: 1760, lasts: 0.9, loud: 0.12 },
  ],
  flip: [],
  stamp: [{ pitch: 150, to: 55, lasts: 0.18, loud: 0.35 }],
  coin: [
    { pitch: 1975, lasts: 0.12, loud: 0.07, wave: "triangle" },
    { after: 0.07, pitch: 2637, lasts: 0.45, loud: 0.07, wave: "triangle" },
  ],
  bars: [
    { pitch: 311, lasts: 0.7, loud: 0.06, wave: "square" },
    { pitch: 467, lasts: 0.5, loud: 0.04, wave: "square" },
    { after: 0.16, pitch: 208, lasts: 0.8, loud: 0.06, wave: "square" },
  ],
  drum: [
    { pitch: 110, to: 60, lasts: 0.25, loud: 0.3 },
    { after: 0.16, pitch: 110, to: 60, lasts: 0.25, loud: 0.3 },
    { after: 0.32, pitch: 140, to: 50, lasts: 0.4, loud: 0.4 },
  ],
  horn: [
    { pitch: 311, lasts: 0.35, loud: 0.06, wave: "sawtooth" },
    { pitch: 392, lasts: 0.35, loud: 0.05, wave: "sawtooth" },
  ],
};
const NOISES: Partial<Record<Sound, Noise[]>> = {
  flip: [
    { lasts: 0.06, loud: 0.22, band: 2600 },
    { after: 0.05, lasts: 0.09, loud: 0.16, band: 1400 },
  ],
  stamp: [{ lasts: 0.09, loud: 0.25, band: 700 }],
  bars: [{ lasts: 0.12, loud: 0.15, band: 3200 }],
};

class Sounds {
  /** Those of the table's climaxes; the bell has a setting of its own. */
  on = $state(recall("effects") !== "off");

  #audio: AudioContext | null = null;
  #last = 0;

  setOn(on: boolean): void {
    this.on = on;
    remember("effects", on ? "on" : "off");
    if (on) this.play("stamp");
  }

  /** The sound of a climax, if that is wanted. */
  play(sound: Sound): void {
    if (!this.on || Date.now() - this.#last < APART) return;
    this.#last = Date.now();
    this.make(sound);
  }

  make(sound: Sound): void {
    // Before the first touch of the page browsers stay silent, and say so in the console.
    if (!globalThis.navigator?.userActivation?.hasBeenActive) return;
    const audio = (this.#audio ??= new AudioContext());
    for (const tone of TONES[sound]) this.#tone(audio, tone);
    for (const noise of NOISES[sound] ?? []) this.#noise(audio, noise);
  }

  #tone(audio: AudioContext, { after = 0, pitch, to, lasts, loud, wave = "sine" }: Tone): void {
    const at = audio.currentTime + after;
    const source = audio.createOscillator();
    source.type = wave;
    source.frequency.setValueAtTime(pitch, at);
    if (to) source.frequency.exponentialRampToValueAtTime(to, at + lasts);
    this.#fade(audio, source, at, lasts, loud).connect(audio.destination);
  }

  #noise(audio: AudioContext, { after = 0, lasts, loud, band }: Noise): void {
    const at = audio.currentTime + after;
    const source = audio.createBufferSource();
    source.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
    const samples = source.buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = band;
    this.#fade(audio, source, at, lasts, loud).connect(filter).connect(audio.destination);
  }

  /** Begins quickly and dies away. */
  #fade(audio: AudioContext, source: AudioScheduledSourceNode, at: number, lasts: number, loud: number): GainNode {
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(loud, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    source.connect(volume);
    source.start(at);
    source.stop(at + lasts + 0.1);
    return volume;
  }
}

export const sounds = new Sounds();
