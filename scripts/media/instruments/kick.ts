import { addSample, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type KickPatch = { from: number; to: number; drop: number; decay: number; click: number; drive: number };

export const KICKS = {
  house: { from: 210, to: 50, drop: 0.032, decay: 0.3, click: 0.35, drive: 1.6 },
  stadium: { from: 320, to: 47, drop: 0.026, decay: 0.36, click: 0.55, drive: 2.4 },
  hard: { from: 420, to: 52, drop: 0.022, decay: 0.3, click: 0.6, drive: 3.8 },
  tight: { from: 180, to: 56, drop: 0.022, decay: 0.18, click: 0.4, drive: 1.5 },
  deep: { from: 150, to: 43, drop: 0.05, decay: 0.55, click: 0.3, drive: 2 },
} as const satisfies Record<string, KickPatch>;

/** A sine that falls from a knock to a thump. */
export function playKick(out: Stereo, patch: KickPatch, at: number, gain: number): void {
  const samples = Math.floor((patch.decay * 1.8 + 0.03) * SAMPLE_RATE);
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    phase += (patch.to + (patch.from - patch.to) * Math.exp(-t / patch.drop)) / SAMPLE_RATE;
    const body = Math.tanh(patch.drive * Math.sin(2 * Math.PI * phase) * Math.exp((-3.2 * t) / patch.decay));
    const click = patch.click * Math.exp(-t * 450) * Math.sin(2 * Math.PI * 1900 * t);
    const fade = Math.min(1, (samples - i) / 600);
    const value = gain * fade * (body + click) * 0.85;
    addSample(out, at + i, value, value);
  }
}
