import { limit } from "./effects/limiter.ts";
import { type Loudness, measureLoudness } from "./loudness.ts";
import type { Stereo } from "./synth/stereo.ts";

const AIM = { lufs: -16, toleranceLu: 0.3, truePeakDb: -1.5 } as const;
const ATTEMPTS = 6;

/**
 * Encodes until the file itself measures right. A lossy codec moves loudness a little and peaks a lot, so gain and
 * ceiling are corrected by what came out, not by what went in.
 */
export async function masterInto(
  path: string,
  mix: Stereo,
  encode: (mastered: Stereo) => Promise<void>,
): Promise<Loudness> {
  let gainDb = 0;
  let ceilingDb = -2.6;
  for (let attempt = 1; ; attempt++) {
    await encode(limit(mix, decibels(gainDb), decibels(ceilingDb)));
    const measured = await measureLoudness(path);
    const miss = AIM.lufs - measured.integratedLufs;
    const over = measured.truePeakDb - AIM.truePeakDb;
    if ((Math.abs(miss) <= AIM.toleranceLu && over <= 0) || attempt === ATTEMPTS) return measured;
    gainDb += miss;
    if (over > 0) ceilingDb -= over + 0.2;
  }
}

function decibels(db: number): number {
  return 10 ** (db / 20);
}
