import { type Envelope, envelopeAt, envelopeLength } from "../synth/envelope.ts";
import { Filter } from "../synth/filter.ts";
import type { Note } from "../synth/note.ts";
import { oscillate, type Wave } from "../synth/oscillator.ts";
import type { Random } from "../synth/random.ts";
import { frequency } from "../synth/scale.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

export type AnalogPatch = Envelope & {
  wave: Wave;
  voices: number;
  /** Cents between the outermost voices and the note. */
  detune: number;
  cutoff: number;
  q: number;
  /** Octaves the cutoff starts above its resting place, and the seconds it takes to fall back. */
  sweep: number;
  sweepDecay: number;
  sub?: number;
  vibrato?: { hz: number; cents: number };
  wobble?: { hz: number; octaves: number };
  drive?: number;
};

const CONTROL_SAMPLES = 16;

/** A subtractive voice: stacked oscillators, one swept low-pass per side. Chords, leads, basses and arpeggios use it. */
export function playAnalog(out: Stereo, patch: AnalogPatch, note: Note, random: Random): void {
  const hz = frequency(note.midi);
  const stack = makeStack(patch, note.pan ?? 0, random);
  const filters = [new Filter(), new Filter()] as const;
  const samples = Math.floor(envelopeLength(patch, note.seconds) * SAMPLE_RATE);
  const drive = patch.drive ?? 1;
  let bend = 1;
  let subPhase = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    if (i % CONTROL_SAMPLES === 0) {
      const cutoff = patch.cutoff * 2 ** cutoffOctaves(patch, note, t);
      for (const filter of filters) filter.tune(cutoff, patch.q);
      bend = patch.vibrato ? 2 ** (vibratoCents(patch.vibrato, t) / 1200) : 1;
    }
    let left = 0;
    let right = 0;
    for (const voice of stack) {
      const increment = (hz * voice.ratio * bend) / SAMPLE_RATE;
      const value = oscillate(patch.wave, voice.phase, increment);
      voice.phase = (voice.phase + increment) % 1;
      left += value * voice.left;
      right += value * voice.right;
    }
    subPhase += hz / 2 / SAMPLE_RATE;
    const sub = (patch.sub ?? 0) * Math.sin(2 * Math.PI * subPhase);
    const level = note.gain * envelopeAt(patch, t, note.seconds);
    addSample(
      out,
      note.at + i,
      level * (Math.tanh(filters[0].step(left).low * drive) + sub),
      level * (Math.tanh(filters[1].step(right).low * drive) + sub),
    );
  }
}

function makeStack(patch: AnalogPatch, pan: number, random: Random) {
  return Array.from({ length: patch.voices }, (_, index) => {
    const place = patch.voices === 1 ? 0 : (2 * index) / (patch.voices - 1) - 1;
    const [left, right] = panGains(Math.max(-1, Math.min(1, pan + place * 0.7)));
    const gain = 1 / Math.sqrt(patch.voices);
    return { phase: random(), ratio: 2 ** ((place * patch.detune) / 1200), left: left * gain, right: right * gain };
  });
}

function cutoffOctaves(patch: AnalogPatch, note: Note, t: number): number {
  const wobble = patch.wobble ? -patch.wobble.octaves * (0.5 + 0.5 * Math.cos(2 * Math.PI * patch.wobble.hz * t)) : 0;
  return (note.bright ?? 0) + patch.sweep * Math.exp((-3 * t) / patch.sweepDecay) + wobble;
}

// Players let a note settle before they vibrate it; without the delay every lead sounds like a siren.
function vibratoCents(vibrato: { hz: number; cents: number }, t: number): number {
  return vibrato.cents * Math.min(1, t / 0.35) * Math.sin(2 * Math.PI * vibrato.hz * t);
}
