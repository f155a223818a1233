// Short sounds, made on the fly, with a switch that this browser remembers.

import { readItem, writeItem } from "./storage.js";

const SOUND_KEY = "parlor.sound";

/** Tones of a sound: frequency in hertz, start and length in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  move: [[330, 0, 0.07]],
  reply: [[247, 0, 0.07]],
  won: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.25],
  ],
  lost: [
    [392, 0, 0.14],
    [311, 0.14, 0.3],
  ],
  draw: [
    [392, 0, 0.12],
    [392, 0.16, 0.2],
  ],
};

/** @type {AudioContext | undefined} */
let audio;

export const isSoundOn = () => readItem(SOUND_KEY) !== "off";

/** @param {boolean} isOn */
export const setSound = (isOn) => writeItem(SOUND_KEY, isOn ? "on" : "off");

/** @param {"move" | "reply" | "won" | "lost" | "draw"} name */
export function playSound(name) {
  // Without a gesture of the user, browsers allow no sound.
  if (!isSoundOn() || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of SOUNDS[name]) {
    const at = audio.currentTime + start;
    const tone = new OscillatorNode(audio, { frequency, type: "triangle" });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.12, at + 0.005);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}
