import { drumKit } from "../drum-kit.ts";
import { playAnalog } from "../instruments/analog.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { playTom } from "../instruments/tom.ts";
import { melody } from "../melody.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";
import { BASS, LEAD, SPARKLE, STRINGS } from "./open-road.sounds.ts";

const KEY = { root: 55, scale: "mixolydian" } as const;
const PROGRESSION = [0, 0, 6, 3];
const ARPEGGIO = [0, 4, 7, 9, 7, 4, 11, 9];
const VERSE = [
  melody("0+6:7 6+2:8 8+6:9 14+2:8"),
  melody("0+10:7 10+2:4 12+4:5"),
  melody("0+6:6 6+2:7 8+8:8"),
  melody("0+8:7 8+4:5 12+4:3"),
];
const CHORUS = [
  melody("0+4:11 4+2:9 6+6:11 12+4:12"),
  melody("0+6:14 6+6:11 12+4:9"),
  melody("0+4:10 4+2:9 6+6:8 12+4:10"),
  melody("0+10:12 10+2:10 12+4:9"),
];
const TOMS = [190, 150, 118, 92];

/** Synth rock in G mixolydian: eighth-note bass, a big snare, tom fills and a tune to sing along to. */
export const openRoad: Piece = {
  slug: "open-road",
  title: "Open Road",
  bpm: 118,
  stepsPerBar: 16,
  seed: 118_05,
  form: [
    ["intro", 4],
    ["verse", 8],
    ["build", 4],
    ["chorus", 8],
    ["bridge", 4],
    ["chorus", 8],
    ["outro", 3],
  ],
  desk: {
    drums: { level: 0.75, reverb: 0.16 },
    bass: { level: 0.55, duck: 0.25 },
    chords: { level: 0.45, reverb: 0.3, duck: 0.2 },
    lead: { level: 0.5, reverb: 0.3, echo: 0.3 },
    effects: { level: 0.5, reverb: 0.3 },
    room: 1.3,
    echoSteps: 6,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { drums, bass, chords, lead } = stage.buses;
    const step16 = stage.stepSeconds;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.place);
      const chorus = bar.section === "chorus";
      const quiet = bar.section === "intro" || bar.section === "bridge";
      if (!(bar.section === "outro" && bar.isLast)) {
        eachHit("x.x. x.x. x.x. x.x.", (step) => {
          const midi = degree(KEY, base) - (base > 3 ? 36 : 24) + (step % 8 === 6 ? 12 : 0);
          playAnalog(
            bass,
            BASS,
            {
              at: stage.at(bar, step),
              seconds: step16 * 1.5,
              midi: midi + (base > 3 ? 12 : 0),
              gain: 0.9,
              bright: chorus ? 0.5 : 0,
            },
            stage.random,
          );
        });
      }
      for (const midi of chord(KEY, base, [0, 2, 4, 7])) {
        playAnalog(
          chords,
          STRINGS,
          {
            at: stage.at(bar, 0),
            seconds: step16 * 15.6,
            midi,
            gain: chorus ? 0.5 : 0.36,
            bright: chorus ? 0.9 : quiet ? 0 : 0.4,
          },
          stage.random,
        );
      }
      if (bar.section !== "verse") {
        for (let step = 0; step < 16; step++) {
          const midi = degree(KEY, base + cycle(ARPEGGIO, step)) + 12;
          playAnalog(
            lead,
            SPARKLE,
            {
              at: stage.at(bar, step),
              seconds: step16 * 0.7,
              midi,
              gain: chorus ? 0.16 : 0.3,
              pan: step % 4 < 2 ? -0.6 : 0.6,
              bright: bar.section === "build" ? bar.place * 0.3 : 0,
            },
            stage.random,
          );
        }
      }
      const tune = chorus ? CHORUS : bar.section === "verse" ? VERSE : undefined;
      for (const { step, length, degree: note } of tune ? cycle(tune, bar.place) : []) {
        playAnalog(
          lead,
          LEAD,
          {
            at: stage.at(bar, step),
            seconds: step16 * (length - 0.4),
            midi: degree(KEY, note) + (chorus ? 0 : 12),
            gain: 0.5,
            bright: chorus ? 0.6 : -0.2,
          },
          stage.random,
        );
      }
      if (bar.section === "outro" && bar.isLast) {
        kit.kick(bar, KICKS.house, "X... .... .... ....");
        kit.land(bar, 0.5);
        continue;
      }
      kit.kick(bar, KICKS.house, quiet ? "X... .... X... ...." : "X... ..x. X... .x..", 0.9);
      if (!quiet) kit.snare(bar, SNARES.big, ".... X... .... X...", 0.8);
      kit.cymbal(
        bar,
        chorus ? CYMBALS.open : CYMBALS.closed,
        chorus ? "x... x... x... x..." : "x.x. x.x. x.x. x.x.",
        chorus ? 0.2 : 0.22,
      );
      if (bar.isLast && bar.section !== "chorus") {
        TOMS.forEach((hz, index) => {
          for (const half of [0, 1]) {
            const tom = { hz, decay: 0.3, skin: 0.7, pan: index / 2 - 0.75 };
            playTom(drums, tom, stage.at(bar, 8 + index * 2 + half), half ? 0.5 : 0.75, stage.random);
          }
        });
      }
      if (bar.section === "build" && bar.isLast) kit.rise(bar, 4, 0.25);
      if (bar.isFirst && !quiet) kit.land(bar, chorus ? 0.6 : 0.35);
    }
  },
};
