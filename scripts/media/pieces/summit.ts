import { drumKit } from "../drum-kit.ts";
import { playAnalog } from "../instruments/analog.ts";
import { singVowel } from "../instruments/choir.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { pluckString } from "../instruments/string.ts";
import { playSub } from "../instruments/sub-bass.ts";
import { playTom } from "../instruments/tom.ts";
import { melody } from "../melody.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";
import { BRASS, CELLOS, CHOIR, SIDE_DRUM, WAR_DRUM } from "./summit.sounds.ts";

const KEY = { root: 58, scale: "major" } as const;
const PROGRESSION = [0, 4, 5, 3, 0, 4, 3, 4];
const OSTINATO = [0, 2, 4, 7, 4, 2, 0, 4, 7, 9, 7, 4];
const FANFARE = [
  melody("0+3:7 3+2:7 5+1:8 6+6:9"),
  melody("0+3:8 3+3:6 6+6:4"),
  melody("0+3:9 3+2:9 5+1:10 6+6:11"),
  melody("0+3:10 3+3:9 6+3:8 9+3:7"),
];

/** A gallop in B flat major, twelve steps to the bar: war drums, plucked strings, brass fanfare and choir. */
export const summit: Piece = {
  slug: "summit",
  title: "Summit",
  bpm: 126,
  stepsPerBar: 12,
  seed: 126_07,
  form: [
    ["intro", 4],
    ["build", 8],
    ["fanfare", 8],
    ["break", 4],
    ["rise", 2],
    ["peak", 8],
    ["outro", 2],
  ],
  desk: {
    drums: { level: 0.6, reverb: 0.22 },
    bass: { level: 0.5, reverb: 0.1 },
    chords: { level: 0.36, reverb: 0.35 },
    lead: { level: 0.45, reverb: 0.4 },
    effects: { level: 0.6, reverb: 0.4 },
    room: 2.6,
    echoSteps: 3,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { drums, bass, chords, lead } = stage.buses;
    const step12 = stage.stepSeconds;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.place);
      const full = bar.section === "fanfare" || bar.section === "peak";
      const ending = bar.section === "outro" && bar.isLast;
      if (!ending) {
        OSTINATO.forEach((offset, step) => {
          const gain = (step % 3 === 0 ? 1.1 : 0.75) * (full ? 2.8 : 3);
          pluckString(
            chords,
            {
              at: stage.at(bar, step),
              seconds: step12 * 2,
              midi: degree(KEY, base + offset),
              gain,
              pan: step % 2 ? 0.5 : -0.5,
            },
            0.15,
            stage.random,
          );
        });
      }
      if (bar.section !== "intro") {
        eachHit(ending ? "X.. ... ... ..." : "x.x x.x x.x x.x", (step, level) => {
          for (const midi of [degree(KEY, base) - 24, degree(KEY, base) - 12]) {
            playAnalog(
              bass,
              CELLOS,
              {
                at: stage.at(bar, step),
                seconds: step12 * (ending ? 11 : 0.8),
                midi,
                gain: 0.5 * level,
                bright: full ? 0.6 : 0,
              },
              stage.random,
            );
          }
        });
      }
      playSub(bass, {
        at: stage.at(bar, 0),
        seconds: step12 * 6,
        midi: degree(KEY, base) - 24,
        gain: full ? 0.8 : 0.6,
      });
      if (full || ending) {
        for (const { step, length, degree: note } of ending ? melody("0+11:9") : cycle(FANFARE, bar.place)) {
          for (const offset of [0, -3, -5]) {
            const midi = degree(KEY, note + offset);
            playAnalog(
              lead,
              BRASS,
              {
                at: stage.at(bar, step),
                seconds: step12 * (length - 0.3),
                midi,
                gain: offset ? 0.34 : 0.55,
                pan: offset / 8 + 0.3,
                bright: bar.section === "peak" ? 0.8 : 0.4,
              },
              stage.random,
            );
          }
        }
      }
      if (bar.section === "break" || bar.section === "rise" || bar.section === "peak" || ending) {
        for (const midi of chord(KEY, base, [0, 2, 4, 7])) {
          singVowel(
            chords,
            bar.section === "break" ? "oh" : "ah",
            CHOIR,
            { at: stage.at(bar, 0), seconds: step12 * 11.4, midi, gain: 0.3, pan: (midi % 5) / 4 - 0.5 },
            stage.random,
          );
        }
      }
      const big = ending
        ? "X.. ... ... ..."
        : full
          ? "X.. ..x X.. .xx"
          : bar.section === "break"
            ? "X.. ... ... ..."
            : "X.. ... x.. ..x";
      eachHit(big, (step, level) => {
        stage.kicks.push(stage.at(bar, step));
        playTom(drums, WAR_DRUM, stage.at(bar, step), 0.95 * level, stage.random);
      });
      if (ending) {
        kit.land(bar, 0.6);
        continue;
      }
      if (bar.section !== "break")
        eachHit(full ? "..x x.x .xx x.x" : "... x.x ... x.x", (step, level) =>
          playTom(drums, SIDE_DRUM, stage.at(bar, step), 0.6 * level, stage.random),
        );
      if (full) {
        kit.kick(bar, KICKS.house, "X.. X.. X.. X..", 0.6);
        kit.snare(bar, SNARES.crisp, "... X.' ... X''", 0.55);
        kit.cymbal(bar, CYMBALS.ride, "x.. x.o x.. x.o", 0.2);
      }
      if (bar.section === "intro" || bar.section === "build") kit.cymbal(bar, CYMBALS.shaker, "x.o x.o x.o x.o", 0.2);
      if (bar.section === "rise" || (bar.section === "build" && bar.place >= 5)) kit.roll(bar, SNARES.roll, 12, 0.4);
      if (bar.isLast && (bar.section === "build" || bar.section === "rise")) kit.rise(bar, 2, 0.25);
      if (bar.isFirst) kit.land(bar, full ? 0.7 : 0.4);
    }
  },
};
