import { drumKit } from "../drum-kit.ts";
import { playAnalog } from "../instruments/analog.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { melody } from "../melody.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";
import { BASS, LEAD, PLUCK, SUPERSAW } from "./ignition.sounds.ts";

const KEY = { root: 57, scale: "minor" } as const;
const PROGRESSION = [0, 5, 2, 6];
const ARPEGGIO = [0, 2, 4, 7, 4, 2, 7, 9, 4, 7, 9, 11, 9, 7, 4, 2];
const HOOK = [
  melody("0+3:14 3+3:13 6+2:14 8+3:16 11+3:14 14+2:13"),
  melody("0+3:12 3+3:11 6+6:12 12+4:9"),
  melody("0+3:14 3+3:13 6+2:14 8+3:18 11+3:16 14+2:14"),
  melody("0+6:13 6+4:15 10+6:13"),
];

/** Festival big room in A minor: an opening arpeggio, a long snare roll and a wall of supersaws. */
export const ignition: Piece = {
  slug: "ignition",
  title: "Ignition",
  bpm: 128,
  stepsPerBar: 16,
  seed: 128_02,
  form: [
    ["intro", 4],
    ["build", 8],
    ["drop", 12],
    ["break", 4],
    ["rise", 4],
    ["peak", 12],
    ["outro", 4],
  ],
  desk: {
    drums: { level: 0.6, reverb: 0.06 },
    bass: { level: 0.5, duck: 0.75 },
    chords: { level: 0.5, reverb: 0.25, duck: 0.7 },
    lead: { level: 0.62, reverb: 0.3, echo: 0.25, duck: 0.3 },
    effects: { level: 0.7, reverb: 0.3 },
    room: 2.4,
    echoSteps: 3,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { bass, chords, lead } = stage.buses;
    const beat = stage.stepSeconds;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.index);
      const full = bar.section === "drop" || bar.section === "peak";
      const climbing = bar.section === "build" || bar.section === "rise";
      const progress = bar.place / bar.length;
      for (let step = 0; step < 16; step++) {
        const midi = degree(KEY, base + cycle(ARPEGGIO, step) + (climbing ? 7 : 0));
        const bright = climbing ? 0.5 + 2.5 * progress : full ? 1.5 : 1.2;
        const gain = (full ? 0.28 : 0.75) * (step % 4 === 0 ? 1.15 : 0.9);
        playAnalog(
          lead,
          PLUCK,
          { at: stage.at(bar, step), seconds: beat * 0.9, midi, gain, pan: step % 2 ? 0.5 : -0.5, bright },
          stage.random,
        );
      }
      const rhythm = full ? "x..x ..x. x..x ..x." : "x... .... .... ....";
      eachHit(rhythm, (step) => {
        const seconds = full ? beat * 2.6 : beat * 15.5;
        const bright = full ? (bar.section === "peak" ? 0.9 : 0.3) : climbing ? -2 + 2.6 * progress : -1.8;
        for (const midi of chord(KEY, base, [-7, 0, 2, 4, 7])) {
          playAnalog(
            chords,
            SUPERSAW,
            { at: stage.at(bar, step), seconds, midi, gain: full ? 0.5 : 0.34, bright },
            stage.random,
          );
        }
      });
      if (full) {
        eachHit("..x. x.x. ..x. x.xx", (step) => {
          const midi = degree(KEY, base) - (base > 3 ? 36 : 24);
          playAnalog(bass, BASS, { at: stage.at(bar, step), seconds: beat * 0.9, midi, gain: 0.9 }, stage.random);
        });
      }
      if (bar.section === "peak" || bar.section === "break") {
        for (const { step, length, degree: note } of cycle(HOOK, bar.index)) {
          playAnalog(
            lead,
            LEAD,
            {
              at: stage.at(bar, step),
              seconds: beat * (length - 0.3),
              midi: degree(KEY, note - 7),
              gain: 0.55,
              bright: bar.section === "break" ? -1 : 0.4,
            },
            stage.random,
          );
        }
      }
      if (full || (bar.section === "build" && bar.place < 6)) kit.kick(bar, KICKS.stadium, "X... X... X... X...");
      if (bar.section === "outro")
        kit.kick(bar, KICKS.stadium, bar.isLast ? "X... .... .... ...." : "X... X... X... X...");
      if (bar.section === "intro") kit.kick(bar, KICKS.stadium, "X... .... X... ....", 0.7);
      if (full) {
        kit.clap(bar, ".... X... .... X...", 0.5);
        kit.cymbal(bar, CYMBALS.open, "..x. ..x. ..x. ..x.", 0.26);
        kit.cymbal(bar, CYMBALS.closed, "x'x' x'x' x'x' x'xx", 0.14);
        if (bar.place % 4 === 3) kit.snare(bar, SNARES.crisp, ".... .... .... x.xx", 0.5);
      } else kit.cymbal(bar, CYMBALS.closed, "..x. ..x. ..x. ..x.", 0.14);
      if (climbing) kit.roll(bar, SNARES.roll, 16, 0.42);
      if (climbing && bar.isLast) kit.rise(bar, 4, 0.4);
      if (bar.isFirst && (full || bar.section === "break")) kit.land(bar, 0.6);
      if (bar.section === "outro" && bar.isLast) kit.land(bar, 0.4);
    }
  },
};
