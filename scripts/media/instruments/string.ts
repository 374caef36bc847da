import type { Note } from "../synth/note.ts";
import type { Random } from "../synth/random.ts";
import { frequency } from "../synth/scale.ts";
import { addSample, panGains, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

/** A plucked string after Karplus and Strong. `damping` 0 rings bright, 1 is muted. */
export function pluckString(out: Stereo, note: Note, damping: number, random: Random): void {
  // Averaging two neighbours shortens the loop by half a sample; the period pays it back, or every note is sharp.
  const period = SAMPLE_RATE / frequency(note.midi) + 0.5;
  const line = new Float32Array(Math.ceil(period) + 2);
  let smooth = 0;
  for (let i = 0; i < line.length; i++) {
    smooth += (random() * 2 - 1 - smooth) * (0.75 - 0.45 * damping);
    line[i] = smooth;
  }
  const [panLeft, panRight] = panGains(note.pan ?? 0);
  const loss = 0.9985 - 0.018 * damping;
  const samples = Math.floor((note.seconds + 0.25) * SAMPLE_RATE);
  let write = 0;
  for (let i = 0; i < samples; i++) {
    const read = (write + line.length - period) % line.length;
    const whole = Math.floor(read);
    const next = (whole + 1) % line.length;
    const after = (whole + 2) % line.length;
    const share = read - whole;
    const now = (line[whole] ?? 0) * (1 - share) + (line[next] ?? 0) * share;
    const later = (line[next] ?? 0) * (1 - share) + (line[after] ?? 0) * share;
    const value = loss * 0.5 * (now + later);
    line[write] = value;
    write = (write + 1) % line.length;
    const held = i / SAMPLE_RATE - note.seconds;
    const level = value * note.gain * (held > 0 ? Math.exp(-18 * held) : 1);
    addSample(out, note.at + i, level * panLeft, level * panRight);
  }
}
