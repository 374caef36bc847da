export const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  harmonicMinor: [0, 2, 3, 5, 7, 8, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
} as const;

export type Key = { root: number; scale: keyof typeof SCALES };

/** MIDI note of a scale degree: 0 is the root, 7 the octave above, -1 the step below. */
export function degree(key: Key, step: number): number {
  const steps = SCALES[key.scale];
  const octave = Math.floor(step / steps.length);
  return key.root + 12 * octave + (steps[step - octave * steps.length] ?? 0);
}

export function chord(key: Key, base: number, offsets: readonly number[] = [0, 2, 4]): number[] {
  return offsets.map((offset) => degree(key, base + offset));
}

export function frequency(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}
