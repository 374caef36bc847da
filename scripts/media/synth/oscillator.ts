export const WAVES = ["saw", "square"] as const;
export type Wave = (typeof WAVES)[number];

/** Band-limited by polyBLEP: a naive saw would alias into hiss that MP3 at a low bitrate then wastes its bits on. */
export function oscillate(wave: Wave, phase: number, increment: number): number {
  if (wave === "saw") return 2 * phase - 1 - blep(phase, increment);
  const half = phase < 0.5 ? phase + 0.5 : phase - 0.5;
  return (phase < 0.5 ? 1 : -1) + blep(phase, increment) - blep(half, increment);
}

function blep(phase: number, increment: number): number {
  if (phase < increment) {
    const x = phase / increment;
    return x + x - x * x - 1;
  }
  if (phase > 1 - increment) {
    const x = (phase - 1) / increment;
    return x * x + x + x + 1;
  }
  return 0;
}
