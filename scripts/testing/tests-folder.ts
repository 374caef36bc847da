import { mkdtempSync, rmSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** Far more than the 200 MB that `npm test` keeps there. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** A folder in memory for tests' databases, whose commits would wait for a disk; null where Linux doesn't offer enough memory. */
export function makeTestsFolder({ TMPDIR }: NodeJS.ProcessEnv): string | null {
  if (TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < NEEDED_BYTES) return null;
    const folder = mkdtempSync(`${MEMORY}/daybolt-tests-`);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null;
  }
}
