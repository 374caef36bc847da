import { type Envelope, envelopeAt, envelopeLength } from "../synth/envelope.ts";
import type { Note } from "../synth/note.ts";
import { frequency } from "../synth/scale.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type FmPatch = Envelope & {
  /** Modulator frequency as a multiple of the note. */
  ratio: number;
  index: number;
  indexDecay: number;
  /** Share of the modulation that stays after the strike. */
  indexSustain: number;
  /** Level of a second carrier one octave up. */
  octave?: number;
};

/** Two-operator frequency modulation: electric pianos, bells and organs by ratio and index. */
export function playFm(out: Stereo, patch: FmPatch, note: Note): void {
  const step = (2 * Math.PI * frequency(note.midi)) / SAMPLE_RATE;
  const [panLeft, panRight] = panGains(note.pan ?? 0);
  const samples = Math.floor(envelopeLength(patch, note.seconds) * SAMPLE_RATE);
  const strike = patch.index * 2 ** (note.bright ?? 0);
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    const index = strike * (patch.indexSustain + (1 - patch.indexSustain) * Math.exp((-3 * t) / patch.indexDecay));
    const modulator = index * Math.sin(step * patch.ratio * i);
    const carrier = Math.sin(step * i + modulator) + (patch.octave ?? 0) * Math.sin(2 * step * i + modulator * 0.5);
    const level = note.gain * envelopeAt(patch, t, note.seconds) * carrier;
    addSample(out, note.at + i, level * panLeft, level * panRight);
  }
}
