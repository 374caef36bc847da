import { drumKit } from "../drum-kit.ts";
import { type AnalogPatch, playAnalog } from "../instruments/analog.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { playSub } from "../instruments/sub-bass.ts";
import { cycle } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";

const KEY = { root: 52, scale: "minor" } as const;
const PROGRESSION = [0, 0, 5, 3, 0, 6, 0];
const ARPEGGIO = [0, 4, 7, 11, 9, 7, 4, 2];

const WALL: AnalogPatch = {
  wave: "saw",
  voices: 7,
  detune: 20,
  cutoff: 1800,
  q: 0.8,
  sweep: 1.6,
  sweepDecay: 0.5,
  attack: 0.006,
  decay: 0.8,
  sustain: 0.6,
  release: 0.4,
};
const ZAP: AnalogPatch = {
  wave: "square",
  voices: 2,
  detune: 10,
  cutoff: 700,
  q: 2.4,
  sweep: 2.6,
  sweepDecay: 0.1,
  attack: 0.002,
  decay: 0.12,
  sustain: 0.1,
  release: 0.1,
};

/** The sound of the hosted clip: two bars of charge, four of strikes, one to ring out. */
export const spark: Piece = {
  slug: "charge-up",
  title: "Charge Up",
  bpm: 128,
  stepsPerBar: 16,
  seed: 128_08,
  form: [
    ["charge", 2],
    ["strike", 4],
    ["after", 1],
  ],
  desk: {
    drums: { level: 0.6, reverb: 0.1 },
    bass: { level: 0.5, duck: 0.4 },
    chords: { level: 0.5, reverb: 0.3, duck: 0.6 },
    lead: { level: 0.6, reverb: 0.3, echo: 0.35 },
    effects: { level: 0.9, reverb: 0.4 },
    room: 2.4,
    echoSteps: 3,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { bass, chords, lead } = stage.buses;
    const step16 = stage.stepSeconds;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.index);
      const strike = bar.section === "strike";
      for (let step = 0; step < 16 && bar.section !== "after"; step++) {
        const midi = degree(KEY, base + cycle(ARPEGGIO, step)) + 12;
        const note = { at: stage.at(bar, step), seconds: step16 * 0.8, midi, gain: 0.5, pan: step % 2 ? 0.6 : -0.6 };
        playAnalog(lead, ZAP, { ...note, bright: strike ? 1 : bar.place + step / 16 }, stage.random);
      }
      for (const midi of chord(KEY, base, [0, 2, 4, 7])) {
        const note = {
          at: stage.at(bar, 0),
          seconds: step16 * 14,
          midi,
          gain: strike ? 0.6 : 0.4,
          bright: strike ? 0.5 : -0.6,
        };
        playAnalog(chords, WALL, note, stage.random);
      }
      playSub(bass, {
        at: stage.at(bar, 0),
        seconds: step16 * 14,
        midi: degree(KEY, base) - 12 - (base > 2 ? 12 : 0),
        gain: 1,
      });
      if (bar.isFirst || strike) kit.land(bar, bar.isFirst ? 0.7 : 0.4);
      if (strike) {
        kit.kick(bar, KICKS.stadium, "X... X... X... X...");
        kit.clap(bar, ".... X... .... X...", 0.5);
        kit.cymbal(bar, CYMBALS.open, "..x. ..x. ..x. ..x.", 0.25);
      }
      if (bar.section === "charge") {
        kit.roll(bar, SNARES.roll, 16, 0.4);
        if (bar.isLast) kit.rise(bar, 2, 0.4);
      }
    }
  },
};
