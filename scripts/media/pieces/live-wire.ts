import { drumKit } from "../drum-kit.ts";
import { playAnalog } from "../instruments/analog.ts";
import { singVowel, type Vowel } from "../instruments/choir.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { playFm } from "../instruments/fm.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { playSub } from "../instruments/sub-bass.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";
import { CHOIR_SHAPE, CHOP_SHAPE, ORGAN, SQUARE_BASS } from "./live-wire.sounds.ts";

const KEY = { root: 55, scale: "dorian" } as const;
const PROGRESSION = [0, 0, 3, 4];
const KICK = ["X... .... ..x. ....", "X... ...x ..x. ...o"];
const ORGAN_STABS = ["x..x .... x..x ..o.", "x..x ..x. ..x. x..."];
const CHOPS = [
  [
    [2, 7, "ah"],
    [5, 9, "eh"],
    [8, 11, "ah"],
    [13, 9, "oh"],
  ],
  [
    [0, 7, "eh"],
    [3, 4, "oh"],
    [10, 9, "ah"],
    [14, 7, "eh"],
  ],
] as const satisfies readonly (readonly (readonly [number, number, Vowel])[])[];

/** Two-step garage in G dorian: broken, swung drums, organ stabs, a sliding bass and chopped voices. */
export const liveWire: Piece = {
  slug: "live-wire",
  title: "Live Wire",
  bpm: 132,
  stepsPerBar: 16,
  swing: 0.28,
  seed: 132_06,
  form: [
    ["intro", 4],
    ["build", 8],
    ["drop", 16],
    ["break", 4],
    ["drop", 8],
    ["outro", 3],
  ],
  desk: {
    drums: { level: 0.95, reverb: 0.08 },
    bass: { level: 0.42, duck: 0.4 },
    chords: { level: 0.45, reverb: 0.22, duck: 0.25 },
    lead: { level: 0.6, reverb: 0.3, echo: 0.3 },
    effects: { level: 0.5, reverb: 0.3 },
    room: 1.4,
    echoSteps: 3,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { bass, chords, lead } = stage.buses;
    const step16 = stage.stepSeconds;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.index);
      const root = degree(KEY, base) - 24;
      const drop = bar.section === "drop";
      const ending = bar.section === "outro" && bar.isLast;
      eachHit(ending ? "X... .... .... ...." : cycle(ORGAN_STABS, bar.index), (step, level) => {
        for (const midi of chord(KEY, base, [0, 2, 4, 6, 8])) {
          const note = {
            at: stage.at(bar, step),
            seconds: step16 * (ending ? 12 : 1.5),
            midi,
            gain: 0.4 * level,
            pan: (midi % 3) * 0.3 - 0.3,
          };
          playFm(chords, ORGAN, { ...note, bright: drop ? 0.8 : -0.4 });
        }
      });
      if (drop) {
        eachHit(bar.index % 2 ? "x..x .x.. ..x. x.x." : "x... ..x. x..x ..x.", (step, level) => {
          const midi = root + (step === 6 || step === 14 ? 12 : 0);
          playAnalog(
            bass,
            SQUARE_BASS,
            { at: stage.at(bar, step), seconds: step16 * 1.4, midi: midi + 12, gain: 0.55 * level },
            stage.random,
          );
        });
      }
      if (bar.section !== "intro") {
        playSub(bass, { at: stage.at(bar, 0), seconds: step16 * 6, midi: root, gain: 1 }, root);
        playSub(bass, { at: stage.at(bar, 10), seconds: step16 * 6, midi: root + 7, gain: 0.9 }, root);
      }
      if (drop || (bar.section === "build" && bar.place >= 4)) {
        for (const [step, note, vowel] of cycle<readonly (readonly [number, number, Vowel])[]>(CHOPS, bar.index)) {
          const sung = {
            at: stage.at(bar, step),
            seconds: step16 * 1.8,
            midi: degree(KEY, note),
            gain: 0.7,
            pan: step % 2 ? 0.4 : -0.4,
          };
          singVowel(lead, vowel, CHOP_SHAPE, sung, stage.random);
        }
      }
      if (bar.section === "break" || bar.section === "intro" || (drop && bar.place >= 8)) {
        for (const midi of chord(KEY, base, [0, 4, 9])) {
          singVowel(
            lead,
            "ah",
            CHOIR_SHAPE,
            { at: stage.at(bar, 0), seconds: step16 * 15, midi, gain: drop ? 0.24 : 0.28, pan: (midi % 4) / 3 - 0.5 },
            stage.random,
          );
        }
      }
      if (ending) {
        kit.land(bar, 0.4);
        continue;
      }
      if (bar.section !== "break") kit.kick(bar, KICKS.tight, cycle(KICK, bar.index), 1);
      if (bar.section !== "intro") {
        kit.snare(bar, SNARES.crisp, ".... X... .... X...", 0.7);
        kit.snare(bar, SNARES.roll, ".'.. ...' .'.. .'.'", 0.45);
      }
      kit.cymbal(bar, CYMBALS.closed, "x'xo x'xo x'xo x'xx", 0.2);
      if (drop) kit.cymbal(bar, CYMBALS.open, "..x. .... ..x. ....", 0.2);
      kit.cymbal(bar, CYMBALS.shaker, "xoxo xoxo xoxo xoxo", 0.1);
      if (bar.section === "build" && bar.place >= 6) kit.roll(bar, SNARES.roll, 16, 0.35);
      if (bar.isLast && (bar.section === "build" || bar.section === "break")) kit.rise(bar, 2, 0.3);
      if (bar.isFirst && drop) kit.land(bar, 0.5);
    }
  },
};
