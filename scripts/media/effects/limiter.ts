import { SAMPLE_RATE, type Stereo, silence } from "../synth/stereo.ts";

const LOOKAHEAD = Math.floor(0.005 * SAMPLE_RATE);
const RELEASE = 1 - Math.exp(-1 / (0.09 * SAMPLE_RATE));

/** Applies `gain`, then holds every sample under `ceiling` (both linear). Looks ahead, so it bends and never clips. */
export function limit(input: Stereo, gain: number, ceiling: number): Stereo {
  const samples = input.left.length;
  const allowed = new Float32Array(samples);
  for (let i = 0; i < samples; i++) {
    const peak = gain * Math.max(Math.abs(input.left[i] ?? 0), Math.abs(input.right[i] ?? 0));
    allowed[i] = peak > ceiling ? ceiling / peak : 1;
  }
  const held = smoothRelease(minimumAhead(allowed));
  const output = silence(samples);
  let sum = LOOKAHEAD;
  for (let i = 0; i < samples; i++) {
    // The mean of values that each allow for sample i allows for it too, and has no corners to hear.
    sum += (held[i] ?? 1) - (i >= LOOKAHEAD ? (held[i - LOOKAHEAD] ?? 1) : 1);
    const factor = (gain * sum) / LOOKAHEAD;
    output.left[i] = (input.left[i] ?? 0) * factor;
    output.right[i] = (input.right[i] ?? 0) * factor;
  }
  return output;
}

function minimumAhead(values: Float32Array): Float32Array {
  const result = new Float32Array(values.length);
  const queue: number[] = [];
  let head = 0;
  for (let i = values.length - 1; i >= 0; i--) {
    while (queue.length > head && (values[queue.at(-1) ?? 0] ?? 1) >= (values[i] ?? 1)) queue.pop();
    queue.push(i);
    while ((queue[head] ?? 0) >= i + LOOKAHEAD) head++;
    result[i] = values[queue[head] ?? i] ?? 1;
  }
  return result;
}

function smoothRelease(values: Float32Array): Float32Array {
  let level = 1;
  return values.map((value) => {
    level = Math.min(value, level + (1 - level) * RELEASE);
    return level;
  });
}
