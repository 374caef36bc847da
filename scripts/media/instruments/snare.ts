import { Filter } from "../synth/filter.ts";
import type { Random } from "../synth/random.ts";
import { addSample, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type SnarePatch = { tone: number; toneGain: number; noiseHz: number; decay: number };

export const SNARES = {
  crisp: { tone: 196, toneGain: 0.5, noiseHz: 2600, decay: 0.14 },
  big: { tone: 172, toneGain: 0.75, noiseHz: 1700, decay: 0.26 },
  roll: { tone: 230, toneGain: 0.35, noiseHz: 3000, decay: 0.09 },
} as const satisfies Record<string, SnarePatch>;

export function playSnare(out: Stereo, patch: SnarePatch, at: number, gain: number, random: Random): void {
  const filters = [new Filter().tune(patch.noiseHz, 0.7), new Filter().tune(patch.noiseHz, 0.7)] as const;
  const samples = Math.floor(patch.decay * 2.4 * SAMPLE_RATE);
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    phase += (patch.tone * (1 + 0.9 * Math.exp(-t * 70))) / SAMPLE_RATE;
    const tone = patch.toneGain * Math.sin(2 * Math.PI * phase) * Math.exp(-t * 22);
    const decay = Math.exp((-3 * t) / patch.decay);
    const left = tone + decay * filters[0].step(random() * 2 - 1).band;
    const right = tone + decay * filters[1].step(random() * 2 - 1).band;
    addSample(out, at + i, gain * left, gain * right);
  }
}

// Several hands never land together: three short bursts and then the room.
const BURSTS = [0, 0.011, 0.022];

export function playClap(out: Stereo, at: number, gain: number, random: Random): void {
  const filters = [new Filter().tune(1350, 1.4), new Filter().tune(1500, 1.4)] as const;
  const samples = Math.floor(0.34 * SAMPLE_RATE);
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    let level = t >= 0.022 ? 0.75 * Math.exp(-(t - 0.022) * 17) : 0;
    for (const burst of BURSTS) if (t >= burst) level = Math.max(level, Math.exp(-(t - burst) * 190));
    const left = level * filters[0].step(random() * 2 - 1).band;
    const right = level * filters[1].step(random() * 2 - 1).band;
    addSample(out, at + i, gain * 1.5 * left, gain * 1.5 * right);
  }
}
