export type MelodyNote = { step: number; length: number; degree: number };

/** Reads one bar of melody: `0+6:7` is a note at step 0, six steps long, on scale degree 7. */
export function melody(bar: string): MelodyNote[] {
  return bar.split(" ").map((text) => {
    const [step, length, degree] = text.split(/[+:]/).map(Number);
    if (step === undefined || length === undefined || degree === undefined)
      throw new SyntaxError(`not a note: ${text}`);
    return { step, length, degree };
  });
}
