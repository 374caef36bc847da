/** How lit the scene is at a moment: `beat` and `strike` jump to 1 and fall, `charge` climbs to 1 before the drop. */
export type Pulse = {
  seconds: number;
  beat: number;
  strike: number;
  strikeIndex: number;
  charge: number;
  fade: number;
};

const DROP_BAR = 2;
const LAST_STRIKE_BAR = 6;

export function pulseAt(seconds: number, bpm: number, duration: number): Pulse {
  const beat = 60 / bpm;
  const bar = beat * 4;
  const dropped = seconds >= DROP_BAR * bar;
  // After the drop lightning falls every half bar; the very first frame strikes too, since it serves as the poster.
  const interval = dropped ? bar / 2 : bar;
  const strikeIndex = Math.min(Math.floor(seconds / interval), Math.floor((LAST_STRIKE_BAR * bar) / interval));
  const playing = seconds < (LAST_STRIKE_BAR + 0.5) * bar;
  return {
    seconds,
    beat: playing ? Math.exp((-5 * (seconds % beat)) / beat) * (dropped ? 1 : 0.45) : 0,
    strike: Math.exp(-(seconds - strikeIndex * interval) * 4.5),
    strikeIndex: strikeIndex + (dropped ? 100 : 0),
    charge: dropped ? 1 : seconds / (DROP_BAR * bar),
    fade: Math.min(1, 0.12 + Math.max(0, duration - seconds) / 2),
  };
}
