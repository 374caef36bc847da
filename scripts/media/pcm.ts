import type { Stereo } from "./synth/stereo.ts";

const CHUNK_SAMPLES = 65_536;

/** Interleaved 32-bit floats (ffmpeg's `f32le`), in chunks. */
export function* interleave(audio: Stereo): Generator<Uint8Array> {
  for (let from = 0; from < audio.left.length; from += CHUNK_SAMPLES) {
    const count = Math.min(CHUNK_SAMPLES, audio.left.length - from);
    const bytes = new DataView(new ArrayBuffer(count * 8));
    for (let i = 0; i < count; i++) {
      bytes.setFloat32(i * 8, audio.left[from + i] ?? 0, true);
      bytes.setFloat32(i * 8 + 4, audio.right[from + i] ?? 0, true);
    }
    yield new Uint8Array(bytes.buffer);
  }
}
