import { CYMBALS, type Cymbal, playCymbal } from "./instruments/cymbal.ts";
import { type KickPatch, playKick } from "./instruments/kick.ts";
import { playClap, playSnare, type SnarePatch } from "./instruments/snare.ts";
import { playImpact, playRiser } from "./instruments/transition.ts";
import { eachHit } from "./pattern.ts";
import type { Bar, Stage } from "./stage.ts";

/** What every drummer here does: read a pattern for one bar and strike. Kicks are noted, because other buses duck. */
export function drumKit(stage: Stage) {
  const { drums, effects } = stage.buses;
  return {
    kick: (bar: Bar, patch: KickPatch, pattern: string, gain = 0.9) =>
      eachHit(pattern, (step, level) => {
        stage.kicks.push(stage.at(bar, step));
        playKick(drums, patch, stage.at(bar, step), gain * level);
      }),
    snare: (bar: Bar, patch: SnarePatch, pattern: string, gain = 0.6) =>
      eachHit(pattern, (step, level) => playSnare(drums, patch, stage.at(bar, step), gain * level, stage.random)),
    clap: (bar: Bar, pattern: string, gain = 0.5) =>
      eachHit(pattern, (step, level) => playClap(drums, stage.at(bar, step), gain * level, stage.random)),
    cymbal: (bar: Bar, cymbal: Cymbal, pattern: string, gain = 0.2) =>
      eachHit(pattern, (step, level) => playCymbal(drums, cymbal, stage.at(bar, step), gain * level, stage.random)),
    /** Crash and boom on the first beat. */
    land: (bar: Bar, gain = 0.5) => {
      playImpact(effects, stage.at(bar, 0), gain, stage.random);
      playCymbal(effects, CYMBALS.crash, stage.at(bar, 0), gain * 0.5, stage.random);
    },
    /** Climbs through `bars` bars and ends with the bar given here. */
    rise: (bar: Bar, bars: number, gain = 0.3) => {
      const end = stage.at(bar, 0) + stage.barSamples(1);
      playRiser(effects, end - stage.barSamples(bars), stage.barSamples(bars), gain, stage.random);
    },
    /** A roll that doubles its rate towards the end of its section. */
    roll: (bar: Bar, patch: SnarePatch, stepsPerBar: number, gain = 0.4) => {
      const left = bar.length - bar.place;
      const every = left === 1 ? 1 : left === 2 ? 2 : 4;
      for (let step = 0; step < stepsPerBar; step += every) {
        const progress = (bar.place + step / stepsPerBar) / bar.length;
        playSnare(drums, patch, stage.at(bar, step), gain * (0.35 + 0.65 * progress), stage.random);
      }
    },
  };
}
