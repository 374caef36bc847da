import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ffmpeg } from "./ffmpeg.ts";
import { type Loudness, measureLoudness } from "./loudness.ts";
import { perform } from "./make-audio.ts";
import { masterInto } from "./master.ts";
import { interleave } from "./pcm.ts";
import { spark } from "./pieces/spark.ts";
import { SAMPLE_RATE } from "./synth/stereo.ts";
import { Canvas, HEIGHT, WIDTH } from "./video/canvas.ts";
import { pulseAt } from "./video/pulse.ts";
import { makeScene } from "./video/scene.ts";

const FRAMES_PER_SECOND = 30;
const BIT_EXACT = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"];

export const CLIP = { slug: spark.slug, title: spark.title } as const;

export async function makeVideo(path: string): Promise<Loudness> {
  const folder = await mkdtemp(join(tmpdir(), "daybolt-media-"));
  try {
    const sound = join(folder, "sound.m4a");
    const mix = perform(spark);
    await masterInto(sound, mix, async (mastered) => {
      const raw = ["-f", "f32le", "-ar", String(SAMPLE_RATE), "-ac", "2", "-i", "pipe:0"];
      await ffmpeg([...raw, "-c:a", "aac", "-b:a", "96k", ...BIT_EXACT, sound], interleave(mastered));
    });
    const frames = paintFrames(mix.left.length / SAMPLE_RATE);
    const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${WIDTH}x${HEIGHT}`, "-r", String(FRAMES_PER_SECOND)];
    const h264 = ["-c:v", "libx264", "-preset", "slow", "-crf", "25", "-maxrate", "470k", "-bufsize", "900k"];
    const colour = ["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-colorspace", "bt709"];
    const tags = ["-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart", ...BIT_EXACT];
    const title = ["-metadata", `title=${CLIP.title}`];
    await ffmpeg(
      [...raw, "-i", "pipe:0", "-i", sound, ...h264, ...colour, "-c:a", "copy", ...tags, ...title, path],
      frames,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
  return measureLoudness(path);
}

function* paintFrames(seconds: number): Generator<Uint8Array> {
  const canvas = new Canvas();
  const paint = makeScene();
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame++) {
    paint(canvas, pulseAt(frame / FRAMES_PER_SECOND, spark.bpm, seconds));
    yield canvas.develop();
  }
}
