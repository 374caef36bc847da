const LEVELS: Record<string, number> = { X: 1, x: 0.8, o: 0.5, "'": 0.3 };

/** Calls back for each sounding step of a pattern such as `X..x`; spaces only help the eye. */
export function eachHit(pattern: string, hit: (step: number, level: number) => void): void {
  let step = 0;
  for (const mark of pattern) {
    if (mark === " ") continue;
    const level = LEVELS[mark];
    if (level !== undefined) hit(step, level);
    step++;
  }
}

/** The entry of a repeating list, which is how progressions and bar patterns are written down. */
export function cycle<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("cannot cycle through an empty list");
  return item;
}
