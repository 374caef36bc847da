import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const WRANGLER = "wrangler-dist/cli.js";
const UPLOADS_NOTHING = / (--dry-run|check startup)( |$)/;

type Process = { parent: number; line: string };

/** A process's parent and command line, from /proc on Linux (needs no ps), otherwise from ps. */
function readProcess(id: number): Process {
  if (existsSync("/proc/self/cmdline")) {
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8")) ?? [];
    return { parent: Number(parent), line: readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ") };
  }
  const output = execFileSync("ps", ["-ww", "-o", "ppid=,args=", "-p", String(id)], { encoding: "utf8" });
  const [, parent, line = ""] = /(\d+)\s+(.*)/.exec(output) ?? [];
  return { parent: Number(parent), line };
}

/**
 * Whether the wrangler process above this build runs with `--dry-run`. Wrangler doesn't pass the flag on, so we read
 * its command line. An unreadable command line counts as an upload.
 */
export function isDryRun(read = readProcess, from = process.ppid): boolean {
  try {
    for (let id = from; id > 1; ) {
      const { parent, line } = read(id);
      if (line.includes(WRANGLER)) return UPLOADS_NOTHING.test(line);
      id = parent;
    }
  } catch {
    return false;
  }
  return false;
}
