import { drumKit } from "../drum-kit.ts";
import { playAnalog } from "../instruments/analog.ts";
import { CYMBALS } from "../instruments/cymbal.ts";
import { playFm } from "../instruments/fm.ts";
import { KICKS } from "../instruments/kick.ts";
import { SNARES } from "../instruments/snare.ts";
import { playSub } from "../instruments/sub-bass.ts";
import { cycle, eachHit } from "../pattern.ts";
import type { Piece } from "../piece.ts";
import { chord, degree } from "../synth/scale.ts";
import { BRASS, GLASS, growl } from "./thunderhead.sounds.ts";

const KEY = { root: 53, scale: "harmonicMinor" } as const;
const PROGRESSION = [0, 0, 5, 4];
// Wobbles per beat for each growl of a bar: the rate is the melody.
const WOBBLES = [
  [1, 1, 3, 2],
  [2, 4, 1, 3],
  [1, 3, 3, 6],
  [4, 2, 8, 1],
];
const BELLS = [0, 4, 7, 6, 4, 2, 4, 1];

/** Half-time bass music in F minor: glass bells and a storm drum, then growls whose wobble carries the tune. */
export const thunderhead: Piece = {
  slug: "thunderhead",
  title: "Thunderhead",
  bpm: 140,
  stepsPerBar: 16,
  seed: 140_03,
  form: [
    ["intro", 4],
    ["build", 8],
    ["drop", 12],
    ["break", 4],
    ["rise", 2],
    ["drop", 12],
    ["outro", 3],
  ],
  desk: {
    drums: { level: 0.7, reverb: 0.1 },
    bass: { level: 0.42, duck: 0.6 },
    chords: { level: 0.6, reverb: 0.35, duck: 0.3 },
    lead: { level: 0.72, reverb: 0.5, echo: 0.4 },
    effects: { level: 0.8, reverb: 0.35 },
    room: 2.8,
    echoSteps: 6,
  },
  play(stage) {
    const kit = drumKit(stage);
    const { bass, chords, lead } = stage.buses;
    const beat = stage.stepSeconds * 4;
    for (const bar of stage.bars) {
      const base = cycle(PROGRESSION, bar.place);
      const root = degree(KEY, base) - 24;
      const drop = bar.section === "drop";
      if (drop) {
        cycle(WOBBLES, bar.place).forEach((rate, index) => {
          const midi = root + (index === 3 ? 24 : 12);
          const note = {
            at: stage.at(bar, index * 4),
            seconds: beat * 0.94,
            midi,
            gain: 0.6,
            bright: bar.place >= 8 ? 0.4 : 0,
          };
          playAnalog(bass, growl(rate / beat), note, stage.random);
        });
        eachHit(bar.place % 2 ? "x..x .... .... ..x." : "x... .... ..x. ....", (step, level) => {
          for (const midi of chord(KEY, base, [0, 2, 4])) {
            playAnalog(
              chords,
              BRASS,
              { at: stage.at(bar, step), seconds: beat * 0.75, midi, gain: 0.8 * level },
              stage.random,
            );
          }
        });
      } else {
        playSub(
          bass,
          { at: stage.at(bar, 0), seconds: beat * 3.4, midi: root, gain: 1.2 },
          root + (bar.isLast ? 7 : 0),
        );
        const swell = bar.section === "intro" ? 0.3 : 0.42;
        for (const midi of chord(KEY, base, [0, 2, 4, 7])) {
          playAnalog(
            chords,
            { ...BRASS, attack: 0.5 },
            { at: stage.at(bar, 0), seconds: beat * 3.6, midi, gain: swell, bright: -0.8 + bar.place * 0.15 },
            stage.random,
          );
        }
      }
      if (!drop || bar.place >= 4) {
        BELLS.forEach((note, index) => {
          const at = stage.at(bar, index * 2 + (index % 3 === 2 ? 1 : 0));
          playFm(lead, GLASS, {
            at,
            seconds: beat * 0.5,
            midi: degree(KEY, base + note) + 12,
            gain: drop ? 0.3 : 0.42,
            pan: index % 2 ? 0.6 : -0.6,
          });
        });
      }
      if (drop) {
        kit.kick(bar, KICKS.deep, bar.place % 2 ? "X..x .... ..x. ...." : "X... ...x .... ..x.", 0.95);
        kit.snare(bar, SNARES.big, ".... .... X... ....", 0.95);
        kit.clap(bar, ".... .... X... ....", 0.4);
        kit.cymbal(bar, CYMBALS.closed, bar.place % 4 === 3 ? "x.x. xxx. x.xx xxxx" : "x.x. x.x. xxx. x.x.", 0.2);
      } else if (bar.section !== "outro" || bar.isFirst) {
        kit.kick(bar, KICKS.deep, "X... .... .... ....", 0.8);
        kit.cymbal(bar, CYMBALS.ride, "x... x... x... x...", 0.14);
      }
      if (bar.section === "build" && bar.place >= 4) {
        kit.snare(bar, SNARES.big, ".... .... x... ....", 0.6);
        kit.roll(bar, SNARES.roll, 16, 0.35);
      }
      if (bar.section === "rise") kit.roll(bar, SNARES.roll, 16, 0.45);
      if (bar.isLast && bar.section === "build") kit.rise(bar, 4, 0.4);
      if (bar.isLast && bar.section === "rise") kit.rise(bar, 2, 0.4);
      if (bar.isFirst) kit.land(bar, drop ? 0.8 : 0.5);
      if (bar.section === "outro" && bar.isLast) kit.land(bar, 0.5);
    }
  },
};
