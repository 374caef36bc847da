/** How far each sample lies under the last kick: 1 on the beat, back to 0 after `recovery` samples. */
export function duckCurve(samples: number, kicks: readonly number[], recovery: number): Float32Array {
  const curve = new Float32Array(samples);
  for (const kick of kicks) {
    for (let i = 0; i < recovery && kick + i < samples; i++) {
      const depth = (1 - i / recovery) ** 1.5 * Math.min(1, i / 120);
      if (depth > (curve[kick + i] ?? 1)) curve[kick + i] = depth;
    }
  }
  return curve;
}
