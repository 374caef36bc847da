export type Envelope = { attack: number; decay: number; sustain: number; release: number };

/** Level at `t` seconds into a note held for `held` seconds. */
export function envelopeAt(shape: Envelope, t: number, held: number): number {
  const level = heldLevel(shape, Math.min(t, held));
  return t <= held ? level : level * Math.exp((-4 * (t - held)) / shape.release);
}

function heldLevel(shape: Envelope, t: number): number {
  if (t < shape.attack) return t / shape.attack;
  return shape.sustain + (1 - shape.sustain) * Math.exp((-3 * (t - shape.attack)) / shape.decay);
}

/** Seconds until a note has died away. */
export function envelopeLength(shape: Envelope, held: number): number {
  return held + shape.release * 1.8;
}
