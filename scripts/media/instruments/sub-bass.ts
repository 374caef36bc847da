import type { Note } from "../synth/note.ts";
import { frequency } from "../synth/scale.ts";
import { addSample, SAMPLE_RATE, type Stereo } from "../synth/stereo.ts";

/** A driven sine that slides to `glideTo` in the note's second half. The drive adds the overtones a phone can play. */
export function playSub(out: Stereo, note: Note, glideTo = note.midi, drive = 2): void {
  const samples = Math.floor((note.seconds + 0.05) * SAMPLE_RATE);
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / SAMPLE_RATE;
    const slide = Math.min(1, Math.max(0, (t / note.seconds - 0.5) * 4));
    phase += frequency(note.midi + (glideTo - note.midi) * slide) / SAMPLE_RATE;
    const fade = Math.min(1, t * 150, (note.seconds + 0.05 - t) * 25);
    const value = 0.6 * note.gain * fade * Math.exp(-0.9 * t) * Math.tanh(drive * Math.sin(2 * Math.PI * phase));
    addSample(out, note.at + i, value, value);
  }
}
