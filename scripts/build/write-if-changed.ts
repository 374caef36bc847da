import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Leaves an equal file alone, so that watchers of the output (wrangler dev) do not start over for nothing. */
export async function writeIfChanged(path: string, content: string): Promise<void> {
  const present = await readFile(path, "utf8").catch(() => null);
  if (present === content) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
