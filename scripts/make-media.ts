import { rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describeFile } from "./media/describe-file.ts";
import { ffmpeg } from "./media/ffmpeg.ts";
import { type MediaEntry, readManifest, writeManifest } from "./media/manifest.ts";
import { mediaKey } from "./media/media-key.ts";
import { SEED_MEDIA } from "./media/seed-media.ts";

// A developer's tool: composes, renders and measures the seed media library. `npm start` uses its committed output.
// Without arguments everything is made; `node scripts/make-media.ts redline summit` remakes those two.

const MAX_TOTAL_BYTES = 8_000_000;
const LIBRARY = new URL("../r2-seed/", import.meta.url);
const MANIFEST = new URL("manifest.json", LIBRARY);

await makeMedia(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

async function makeMedia(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((slug) => SEED_MEDIA.every((medium) => medium.slug !== slug));
  if (unknown.length > 0) throw new Error(`No such piece: ${unknown.join(", ")}`);
  await ffmpeg(["-version"]);
  const known = await readManifest(MANIFEST);
  const entries: MediaEntry[] = [];
  for (const medium of SEED_MEDIA) {
    const key = mediaKey(
      medium.slug,
      medium.extension,
      known.map((entry) => entry.key),
    );
    const kept = known.find((entry) => entry.key === key);
    const remake = wanted.length === 0 || wanted.includes(medium.slug) || !kept;
    const entry = remake ? await makeOne(medium, key) : kept;
    entries.push(entry);
    console.log(
      `${remake ? "made" : "kept"} ${entry.key}  ${entry.durationSeconds} s  ${entry.integratedLufs} LUFS  ` +
        `${entry.truePeakDb} dBTP  ${entry.sizeBytes} bytes`,
    );
  }
  await removeRetired(known, entries);
  await writeManifest(MANIFEST, entries);
  const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  if (total > MAX_TOTAL_BYTES) throw new Error(`The library weighs ${total} bytes, more than ${MAX_TOTAL_BYTES}`);
  console.log(`${entries.length} files, ${total} bytes`);
}

/** Makes the file beside its place and moves it there only when it has passed every check. */
async function makeOne(medium: (typeof SEED_MEDIA)[number], key: string): Promise<MediaEntry> {
  const draft = fileURLToPath(new URL(`draft.${medium.extension}`, LIBRARY));
  try {
    const entry = await describeFile(medium, key, draft, await medium.make(draft));
    await rename(draft, new URL(key, LIBRARY));
    return entry;
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeRetired(known: readonly MediaEntry[], current: readonly MediaEntry[]): Promise<void> {
  const retired = known.filter((entry) => current.every(({ key }) => key !== entry.key));
  await Promise.all(retired.map(({ key }) => rm(new URL(key, LIBRARY), { force: true })));
}
