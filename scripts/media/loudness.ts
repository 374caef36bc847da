import { ffmpeg } from "./ffmpeg.ts";

export type Loudness = { integratedLufs: number; truePeakDb: number };

export const LOUDNESS_LIMITS = { minLufs: -18, maxLufs: -14, maxTruePeakDb: -1 } as const;

/** Measures a finished file as a player would hear it: decoded again, by EBU R 128. */
export async function measureLoudness(path: string): Promise<Loudness> {
  const report = await ffmpeg(["-i", path, "-vn", "-af", "ebur128=peak=true", "-f", "null", "-"]);
  const summary = report.slice(report.lastIndexOf("Summary:"));
  return {
    integratedLufs: figure(summary, /I:\s+(-?[\d.]+) LUFS/),
    truePeakDb: figure(summary, /Peak:\s+(-?[\d.]+) dBFS/),
  };
}

export function assertLoudness(name: string, { integratedLufs, truePeakDb }: Loudness): void {
  const { minLufs, maxLufs, maxTruePeakDb } = LOUDNESS_LIMITS;
  if (integratedLufs < minLufs || integratedLufs > maxLufs) {
    throw new Error(`${name}: ${integratedLufs} LUFS lies outside ${minLufs} to ${maxLufs}`);
  }
  if (truePeakDb > maxTruePeakDb) throw new Error(`${name}: true peak ${truePeakDb} dBTP exceeds ${maxTruePeakDb}`);
}

function figure(summary: string, pattern: RegExp): number {
  const value = Number(pattern.exec(summary)?.[1]);
  if (!Number.isFinite(value)) throw new Error(`ffmpeg reported no value for ${pattern.source}:\n${summary}`);
  return value;
}
