import { drumKit } from "../drum-kit.ts";
import { AcidLine, type AcidStep } from "../instruments/acid-line.ts";
import { playAnalog } from "../instruments/analog.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { degree } from "../synth/scale.ts";
import { SAMPLE_RATE } from "../synth/stereo.ts";
import { HORN, STAB } from "./redline.sounds.ts";

const KEY = { root: 40, scale: "phrygian" } as const;
// A step is a scale degree; `!` accents it, `~` slides into it, `.` rests.
const LINES = [
  "0! 0 7~ . 0 0! 1 . 0 7! 6~ 0 . 0! 3 1~",
  "0! . 0 7~ 10! 0 . 1 0! 0 8~ 7 . 3! 1~ 0",
  "0! 0 0~ 7 0 3! . 0 1! 0 7~ 8~ 7 0! . 10",
];
const SIREN = [14, 15, 14, 11];

/** Acid techno in E phrygian at full revs: one squelching line that never stops turning its filter. */
export const redline: Piece = {
  slug: "redline",
  title: "Redline",
  bpm: 150,
  stepsPerBar: 16,
  seed: 150_04,
  form: [
    ["intro", 4],
    ["build", 12],
    ["drop", 16],
    ["break", 4],
    ["drop", 12],
    ["outro", 4],
  ],
  desk: {
    drums: { level: 0.55, reverb: 0.04 },
    bass: { level: 0.5, echo: 0.1, duck: 0.45 },
    chords: { level: 0.7, reverb: 0.3, echo: 0.35, duck: 0.3 },
    lead: { level: 0.36, reverb: 0.4, echo: 0.3, duck: 0.3 },
    effects: { level: 0.6, reverb: 0.3 },
    room: 1.5,
    echoSteps: 3,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { bass, chords, lead } = stage.buses;
    const acid = new AcidLine();
    const stepSamples = Math.ceil(stage.stepSeconds * SAMPLE_RATE);
    for (const bar of stage.bars) {
      const drop = bar.section === "drop";
      const progress = bar.index / stage.bars.length;
      const opening = drop
        ? 1 + 0.8 * Math.sin(bar.place * 0.5)
        : bar.section === "outro"
          ? 0.6 - 0.3 * bar.place
          : 1.6 * (bar.place / bar.length);
      const line = cycle(LINES, Math.floor(bar.index / 4) + (bar.index % 4 === 3 ? 1 : 0));
      line.split(" ").forEach((mark, step) => {
        acid.play(bass, stage.at(bar, step), stepSamples, readStep(mark), 130 * 2 ** opening, 5 + 3 * progress, 0.75);
      });
      if (drop || bar.section === "break") {
        eachHit(bar.index % 4 === 3 ? "..x. .x.. x..x .x.x" : "...x ..x. .... x...", (step) => {
          for (const offset of [14, 16, 18]) {
            const midi = degree(KEY, offset + (bar.index % 8 >= 4 ? 1 : 0));
            playAnalog(
              chords,
              STAB,
              { at: stage.at(bar, step), seconds: 0.12, midi, gain: 0.6, pan: offset / 8 - 2, bright: progress },
              stage.random,
            );
          }
        });
      }
      if ((drop && bar.place >= 8) || bar.section === "break") {
        const midi = degree(KEY, cycle(SIREN, bar.index) + 7);
        playAnalog(
          lead,
          HORN,
          { at: stage.at(bar, 0), seconds: stage.stepSeconds * 14, midi, gain: 0.6, pan: -0.2 },
          stage.random,
        );
      }
      if (bar.section !== "break") {
        kit.kick(bar, KICKS.hard, bar.isLast && !drop ? "X... X... X... ...." : "X... X... X... X...", 0.85);
      }
      if (bar.section !== "intro" && bar.section !== "outro")
        kit.cymbal(bar, CYMBALS.open, "..x. ..x. ..x. ..x.", 0.24);
      kit.cymbal(bar, CYMBALS.closed, "x'ox x'ox x'ox x'ox", 0.15);
      if (drop) kit.clap(bar, ".... X... .... X..o", 0.4);
      if (drop && bar.place >= 4) kit.cymbal(bar, CYMBALS.ride, "x.x. x.x. x.x. x.x.", 0.12);
      if (bar.section === "break" || (bar.section === "build" && bar.place >= 8)) kit.roll(bar, SNARES.roll, 16, 0.4);
      if (bar.isLast && (bar.section === "build" || bar.section === "break")) kit.rise(bar, 4, 0.35);
      if (bar.isFirst && bar.section !== "intro") kit.land(bar, 0.5);
      if (bar.section === "outro" && bar.isLast) kit.land(bar, 0.4);
    }
  },
};

function readStep(mark: string): AcidStep {
  if (mark === ".") return undefined;
  return { midi: degree(KEY, Number.parseInt(mark, 10)), accent: mark.endsWith("!"), slide: mark.endsWith("~") };
}
