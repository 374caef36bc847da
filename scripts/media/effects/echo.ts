import { Filter } from "../synth/filter.ts";
import { type Stereo, silence } from "../synth/stereo.ts";

/** Repeats that cross between the sides and grow darker. */
export function echo(input: Stereo, delaySamples: number, feedback: number): Stereo {
  const output = silence(input.left.length);
  const tone = [new Filter().tune(2600, 0.7), new Filter().tune(2600, 0.7)] as const;
  for (let i = delaySamples; i < input.left.length; i++) {
    const from = i - delaySamples;
    const intoLeft = (input.left[from] ?? 0) + (input.right[from] ?? 0) + feedback * (output.right[from] ?? 0);
    output.left[i] = tone[0].step(intoLeft * 0.7).low;
    output.right[i] = tone[1].step(feedback * 1.2 * (output.left[from] ?? 0)).low;
  }
  return output;
}
