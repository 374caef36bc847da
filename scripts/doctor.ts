import { parseArgs } from "node:util";
import { askDoctor } from "./stack/ask-doctor.ts";
import { exitWith } from "./stack/run-tool.ts";
import { siteVars } from "./stack/site-vars.ts";

const MARKS = { ok: "✓", warning: "!", failing: "✗", not_told: "?" } as const;

// Runs the system check, here or at the given address; fails if a check fails.
try {
  const [url] = parseArgs({ allowPositionals: true }).positionals;
  const findings = await askDoctor(siteVars(url));
  for (const { name, state, says, mend } of findings) {
    console.log(`${MARKS[state]} ${name}: ${says}`);
    if (mend) console.log(`    ${mend}`);
  }
  process.exitCode = findings.some(({ state }) => state === "failing") ? 1 : 0;
} catch (error) {
  exitWith(error);
}
