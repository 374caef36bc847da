import { duckCurve } from "./effects/duck.ts";
import { echo } from "./effects/echo.ts";
import { reverb } from "./effects/reverb.ts";
import { BUSES, type Bus, type Stage } from "./stage.ts";
import { Filter } from "./synth/filter.ts";
import { addSample, SAMPLE_RATE, type Stereo, silence } from "./synth/stereo.ts";

/** Levels are linear; `duck` is the share of the bus that a kick pushes away. */
export type Channel = { level: number; reverb?: number; echo?: number; duck?: number };
export type Desk = Record<Bus, Channel> & { room: number; echoSteps: number };

const FADE_SECONDS = 1.6;

/** Buses to one stereo signal, at whatever loudness they happen to have. */
export function mixdown(stage: Stage, desk: Desk): Stereo {
  const beat = Math.round(stage.barSamples(1) / 4);
  const duck = duckCurve(stage.samples, stage.kicks, Math.round(beat * 0.8));
  const dry = silence(stage.samples);
  const toReverb = silence(stage.samples);
  const toEcho = silence(stage.samples);
  for (const bus of BUSES) {
    const channel = desk[bus];
    const signal = stage.buses[bus];
    for (let i = 0; i < stage.samples; i++) {
      const level = channel.level * (1 - (channel.duck ?? 0) * (duck[i] ?? 0));
      const left = level * (signal.left[i] ?? 0);
      const right = level * (signal.right[i] ?? 0);
      addSample(dry, i, left, right);
      if (channel.reverb) addSample(toReverb, i, channel.reverb * left, channel.reverb * right);
      if (channel.echo) addSample(toEcho, i, channel.echo * left, channel.echo * right);
    }
  }
  const echoes = echo(toEcho, Math.round(desk.echoSteps * stage.stepSeconds * SAMPLE_RATE), 0.42);
  for (let i = 0; i < stage.samples; i++) {
    addSample(toReverb, i, 0.3 * (echoes.left[i] ?? 0), 0.3 * (echoes.right[i] ?? 0));
  }
  return finish(dry, echoes, reverb(toReverb, desk.room));
}

function finish(dry: Stereo, echoes: Stereo, room: Stereo): Stereo {
  const samples = dry.left.length;
  const fade = FADE_SECONDS * SAMPLE_RATE;
  for (const side of ["left", "right"] as const) {
    // Nothing below 30 Hz is heard, yet it would take the limiter's headroom. Wet sound keeps out of the bass.
    const rumble = new Filter().tune(30, 0.7);
    const wet = new Filter().tune(220, 0.7);
    // A lift of about 5 dB at the top: a phone on a bedside table plays little else.
    const air = new Filter().tune(3800, 0.6);
    for (let i = 0; i < samples; i++) {
      const space = wet.step((echoes[side][i] ?? 0) + (room[side][i] ?? 0)).high;
      const mixed = rumble.step((dry[side][i] ?? 0) + space).high;
      dry[side][i] = (mixed + 0.8 * air.step(mixed).high) * Math.min(1, (samples - i) / fade);
    }
  }
  return dry;
}
