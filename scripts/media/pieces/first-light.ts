import { drumKit } from "../drum-kit.ts";
import { playAnalog } from "../instruments/analog.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { playFm } from "../instruments/fm.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { melody } from "../melody.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";
import { BASS, BELL, PAD, PIANO } from "./first-light.sounds.ts";

const KEY = { root: 62, scale: "major" } as const;
const PROGRESSION = [5, 3, 0, 4];
const STABS = ["x..x ..x. ..x. x...", "x..x ..x. .x.. x.x."];
// Four bars of hook as [step, length in steps, scale degree].
const HOOK = [
  melody("0+3:9 3+3:11 6+4:12 10+2:11 12+4:9"),
  melody("0+3:7 3+3:9 6+6:10 12+4:9"),
  melody("0+3:11 3+3:9 6+4:7 10+2:9 12+4:11"),
  melody("0+6:11 6+4:10 10+2:8 12+4:11"),
];

/** Sunlit house: electric piano in D major over four on the floor, a bell on top. */
export const firstLight: Piece = {
  slug: "first-light",
  title: "First Light",
  bpm: 124,
  stepsPerBar: 16,
  swing: 0.08,
  seed: 124_01,
  form: [
    ["intro", 4],
    ["build", 8],
    ["drop", 12],
    ["break", 4],
    ["lift", 8],
    ["outro", 4],
  ],
  desk: {
    drums: { level: 0.75, reverb: 0.05 },
    bass: { level: 0.48, duck: 0.5 },
    chords: { level: 0.52, reverb: 0.3, duck: 0.45 },
    lead: { level: 0.72, reverb: 0.35, echo: 0.35 },
    effects: { level: 0.6, reverb: 0.3 },
    room: 1.9,
    echoSteps: 3,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { bass, chords, lead } = stage.buses;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.index);
      const full = bar.section === "drop" || bar.section === "lift";
      const bright = bar.section === "build" ? bar.place / 8 : full ? 1 : 0;
      const beat = stage.stepSeconds;
      eachHit(cycle(STABS, bar.index), (step, level) => {
        for (const midi of chord(KEY, base, [-7, 0, 2, 4, 6])) {
          const pan = (midi % 5) / 5 - 0.4;
          playFm(chords, PIANO, {
            at: stage.at(bar, step),
            seconds: beat * 2.2,
            midi,
            gain: 0.4 * level,
            pan,
            bright: bright * 0.6,
          });
        }
      });
      for (const midi of chord(KEY, base, [0, 2, 4])) {
        playAnalog(
          chords,
          PAD,
          { at: stage.at(bar, 0), seconds: beat * 16, midi, gain: 0.22, bright: bright * 1.5 },
          stage.random,
        );
      }
      if (full || bar.section === "build") {
        eachHit("..x. ..x. ..x. ..xo", (step, level) => {
          const midi = degree(KEY, base - 14 - (base > 3 ? 7 : 0)) + (step === 15 ? 12 : 0);
          playAnalog(bass, BASS, { at: stage.at(bar, step), seconds: beat * 1.6, midi, gain: level }, stage.random);
        });
      }
      if (full || bar.section === "break") {
        for (const { step, length, degree: note } of cycle(HOOK, bar.index)) {
          const midi = degree(KEY, note);
          playFm(lead, BELL, { at: stage.at(bar, step), seconds: beat * length, midi, gain: 0.5, pan: 0.15 });
          if (bar.section === "lift")
            playFm(lead, BELL, {
              at: stage.at(bar, step),
              seconds: beat * length,
              midi: midi - 12,
              gain: 0.4,
              pan: -0.3,
            });
        }
      }
      if (bar.section !== "break" && bar.section !== "outro") kit.kick(bar, KICKS.house, "X... X... X... X...");
      if (bar.section === "outro" && bar.place < 3) kit.kick(bar, KICKS.house, "X... X... X... X...");
      if (full || (bar.section === "build" && bar.place >= 4)) {
        kit.clap(bar, ".... X... .... X...", 0.45);
        kit.cymbal(bar, CYMBALS.open, "..x. ..x. ..x. ..x.", 0.22);
      }
      kit.cymbal(bar, CYMBALS.shaker, "o'x' o'x' o'x' o'x'", bar.section === "intro" ? 0.16 : 0.12);
      if (bar.section === "build" && bar.place >= 4) kit.roll(bar, SNARES.roll, 16, 0.25);
      if ((bar.section === "build" || bar.section === "break") && bar.isLast) kit.rise(bar, 4);
      if (bar.isFirst && full) kit.land(bar);
      if (bar.section === "outro" && bar.isLast) kit.land(bar, 0.3);
    }
  },
};
