import { readFile, writeFile } from "node:fs/promises";

export type MediaEntry = {
  key: string;
  kind: "audio" | "video";
  title: string;
  contentType: "audio/mpeg" | "video/mp4";
  sizeBytes: number;
  durationSeconds: number;
  integratedLufs: number;
  truePeakDb: number;
  sha256: string;
};

export async function readManifest(path: URL): Promise<MediaEntry[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{ "media": [] }';
    throw error;
  });
  return (JSON.parse(text) as { media: MediaEntry[] }).media;
}

export async function writeManifest(path: URL, media: readonly MediaEntry[]): Promise<void> {
  const sorted = media.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await writeFile(path, `${JSON.stringify({ media: sorted }, null, 2)}\n`);
}
