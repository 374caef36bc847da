import { SAMPLE_RATE, type Stereo, silence } from "../synth/stereo.ts";

// Mutually prime delays (samples at 44.1 kHz): no two echoes coincide, so the tail does not ring at one pitch.
const COMBS = [1117, 1189, 1279, 1361, 1423, 1493, 1559, 1619];
const ALLPASSES = [557, 443, 337, 229];
const STEREO_OFFSET = 23;

/** A room of parallel combs and serial all-passes. `seconds` is the time to fall by 60 dB. */
export function reverb(input: Stereo, seconds: number): Stereo {
  const output = silence(input.left.length);
  output.left.set(channel(input.left, seconds, 0));
  output.right.set(channel(input.right, seconds, STEREO_OFFSET));
  return output;
}

function channel(input: Float32Array, seconds: number, offset: number): Float32Array {
  const sum = new Float32Array(input.length);
  for (const delay of COMBS) addComb(sum, input, delay + offset, seconds);
  let signal: Float32Array = sum;
  for (const delay of ALLPASSES) signal = allpass(signal, delay + offset);
  return signal;
}

function addComb(sum: Float32Array, input: Float32Array, delay: number, seconds: number): void {
  const line = new Float32Array(delay);
  const feedback = 10 ** ((-3 * delay) / (seconds * SAMPLE_RATE));
  let damped = 0;
  let place = 0;
  for (let i = 0; i < input.length; i++) {
    const echo = line[place] ?? 0;
    damped += (echo - damped) * 0.62;
    line[place] = (input[i] ?? 0) + damped * feedback;
    sum[i] = (sum[i] ?? 0) + echo * 0.125;
    place = (place + 1) % delay;
  }
}

function allpass(input: Float32Array, delay: number): Float32Array {
  const output = new Float32Array(input.length);
  const line = new Float32Array(delay);
  let place = 0;
  for (let i = 0; i < input.length; i++) {
    const held = line[place] ?? 0;
    const value = (input[i] ?? 0) + held * 0.5;
    output[i] = held - value * 0.5;
    line[place] = value;
    place = (place + 1) % delay;
  }
  return output;
}
