import { ffmpeg } from "./ffmpeg.ts";
import type { Loudness } from "./loudness.ts";
import { masterInto } from "./master.ts";
import { mixdown } from "./mixdown.ts";
import { interleave } from "./pcm.ts";
import type { Piece } from "./piece.ts";
import { setStage } from "./stage.ts";
import { SAMPLE_RATE, type Stereo } from "./synth/stereo.ts";

const BITRATE = "80k";

export async function makeAudio(piece: Piece, path: string): Promise<Loudness> {
  return masterInto(path, perform(piece), async (mastered) => {
    const raw = ["-f", "f32le", "-ar", String(SAMPLE_RATE), "-ac", "2", "-i", "pipe:0"];
    const mp3 = ["-c:a", "libmp3lame", "-b:a", BITRATE, "-joint_stereo", "1", "-compression_level", "0"];
    // Bit-exact: no encoder version or date in the file, so that the same samples give the same hash.
    const plain = [
      "-map_metadata",
      "-1",
      "-fflags",
      "+bitexact",
      "-flags:a",
      "+bitexact",
      "-metadata",
      `title=${piece.title}`,
    ];
    await ffmpeg([...raw, ...mp3, ...plain, path], interleave(mastered));
  });
}

export function perform(piece: Piece): Stereo {
  const stage = setStage(piece);
  piece.play(stage);
  return mixdown(stage, piece.desk);
}
