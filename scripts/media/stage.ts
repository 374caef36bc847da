import { type Random, seededRandom } from "./synth/random.ts";
import { SAMPLE_RATE, type Stereo, silence } from "./synth/stereo.ts";

export const BUSES = ["drums", "bass", "chords", "lead", "effects"] as const;
export type Bus = (typeof BUSES)[number];

export type Score = {
  bpm: number;
  /** Steps in a bar of four beats: 16 for straight time, 12 for triplets. */
  stepsPerBar: 12 | 16;
  /** Share of a step by which every second step comes late. */
  swing?: number;
  seed: number;
  form: readonly (readonly [section: string, bars: number])[];
};

export type Bar = {
  index: number;
  section: string;
  /** Place within the section, from 0. */
  place: number;
  length: number;
  isFirst: boolean;
  isLast: boolean;
};

export type Stage = {
  buses: Record<Bus, Stereo>;
  bars: Bar[];
  kicks: number[];
  random: Random;
  stepSeconds: number;
  samples: number;
  /** Sample at which a step of a bar begins. */
  at: (bar: Bar, step: number) => number;
  /** Samples in that many bars. */
  barSamples: (bars: number) => number;
};

const TAIL_SECONDS = 2.4;

export function setStage(score: Score): Stage {
  const bars = score.form
    .flatMap(([section, length]) =>
      Array.from({ length }, (_, place) => ({
        section,
        place,
        length,
        isFirst: place === 0,
        isLast: place === length - 1,
      })),
    )
    .map((bar, index) => ({ ...bar, index }));
  const barSeconds = 240 / score.bpm;
  const stepSeconds = barSeconds / score.stepsPerBar;
  const samples = Math.floor((bars.length * barSeconds + TAIL_SECONDS) * SAMPLE_RATE);
  const late = (step: number) => (step % 2 === 1 ? (score.swing ?? 0) : 0);
  return {
    buses: Object.fromEntries(BUSES.map((bus) => [bus, silence(samples)])) as Record<Bus, Stereo>,
    bars,
    kicks: [],
    random: seededRandom(score.seed),
    stepSeconds,
    samples,
    at: (bar, step) => Math.round((bar.index * barSeconds + (step + late(step)) * stepSeconds) * SAMPLE_RATE),
    barSamples: (count) => Math.round(count * barSeconds * SAMPLE_RATE),
  };
}
