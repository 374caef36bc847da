import { statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** Ten times what a run of all tests keeps there. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Where tests keep their databases: in memory where Linux offers enough of it, since each of their commits would wait for a disk. */
export function testsFolder({ TMPDIR }: NodeJS.ProcessEnv): { TMPDIR?: string } {
  if (TMPDIR) return {};
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
