import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { CLIENT, ROOT, TEMPLATES } from "./site.ts";

export const STAMP = `${ROOT}dist/build.stamp`;
const INPUTS = ["web", "mails", "domain", "scripts/build", "scripts/build.ts", "vite.config.ts", "package-lock.json"];
const OUTPUTS = [TEMPLATES, `${CLIENT}/public/index.html`, `${CLIENT}/public/404.html`, `${CLIENT}/app/index.html`];

async function filesIn(path: string): Promise<string[]> {
  const info = await stat(`${ROOT}${path}`);
  if (!info.isDirectory()) return [path];
  const entries = await readdir(`${ROOT}${path}`, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length));
}

/** A hash over everything the build reads: names and contents, not times, since a fresh clone has new times. */
export async function hashInputs(): Promise<string> {
  const files = (await Promise.all(INPUTS.map(filesIn))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(`${ROOT}${file}`)));
  const hash = createHash("sha256").update(process.version);
  for (const [index, file] of files.entries()) hash.update(`\0${file}\0`).update(contents[index] ?? "");
  return hash.digest("hex");
}

export async function readStamp(): Promise<string | null> {
  if (!OUTPUTS.every((output) => existsSync(output))) return null;
  return readFile(STAMP, "utf8").catch(() => null);
}
