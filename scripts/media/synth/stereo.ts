export const SAMPLE_RATE = 44_100;

export type Stereo = { left: Float32Array; right: Float32Array };

export function silence(samples: number): Stereo {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

/** Adds one sample; what falls outside the buffer is dropped, so that tails need no bounds check of their own. */
export function addSample(out: Stereo, index: number, left: number, right: number): void {
  if (index < 0 || index >= out.left.length) return;
  out.left[index] = (out.left[index] ?? 0) + left;
  out.right[index] = (out.right[index] ?? 0) + right;
}

/** Equal-power gains for a pan between -1 (left) and 1 (right). */
export function panGains(pan: number): [left: number, right: number] {
  const angle = ((pan + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
}
