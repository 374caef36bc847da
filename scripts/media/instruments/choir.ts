import { type Envelope, envelopeAt, envelopeLength } from "../synth/envelope.ts";
import { Filter } from "../synth/filter.ts";
import type { Note } from "../synth/note.ts";
import { oscillate } from "../synth/oscillator.ts";
import type { Random } from "../synth/random.ts";
import { frequency } from "../synth/scale.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

const VOWELS = {
  ah: [750, 1150, 2600],
  oh: [450, 820, 2500],
  eh: [560, 1750, 2500],
} as const;
export type Vowel = keyof typeof VOWELS;

const FORMANT_LEVELS = [1, 0.6, 0.3];

/** Detuned saws through three formants: a sung vowel, held as a choir or cut short as a chop. */
export function singVowel(out: Stereo, vowel: Vowel, shape: Envelope, note: Note, random: Random): void {
  const singers = [-9, 5, 12].map((cents) => ({ ratio: 2 ** (cents / 1200), phase: random(), rate: 4.6 + random() }));
  const formants = VOWELS[vowel].map((hz) => new Filter().tune(hz * 2 ** (note.bright ?? 0), 7));
  const hz = frequency(note.midi);
  const [panLeft, panRight] = panGains(note.pan ?? 0);
  const samples = Math.floor(envelopeLength(shape, note.seconds) * SAMPLE_RATE);
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    let source = 0;
    for (const singer of singers) {
      const increment = (hz * singer.ratio * (1 + 0.004 * Math.sin(2 * Math.PI * singer.rate * t))) / SAMPLE_RATE;
      source += oscillate("saw", singer.phase, increment);
      singer.phase = (singer.phase + increment) % 1;
    }
    let voice = 0;
    formants.forEach((formant, index) => {
      voice += formant.step(source).band * (FORMANT_LEVELS[index] ?? 0);
    });
    const level = 0.25 * note.gain * envelopeAt(shape, t, note.seconds) * voice;
    addSample(out, note.at + i, level * panLeft, level * panRight);
  }
}
