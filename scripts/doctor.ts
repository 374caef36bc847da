import { parseArgs } from "node:util";
import { askDoctor } from "./stack/ask-doctor.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

const MARKS = { ok: "✓", warning: "!", failing: "✗", not_told: "?" } as const;

/** Of a site elsewhere: its address, and its secrets out of the environment. */
function variablesOf(url: string): Map<string, string> {
  const { ADMIN_PASSWORD, ADMIN_TOTP_SECRET = "" } = process.env;
  if (!ADMIN_PASSWORD) throw new PlainError("Put the site's ADMIN_PASSWORD into the environment.");
  return new Map(Object.entries({ APP_URL: url.replace(/\/$/, ""), ADMIN_PASSWORD, ADMIN_TOTP_SECRET }));
}

// Tells how everything is that the product stands on, here or at the address that is given; fails when something does.
try {
  const [url] = parseArgs({ allowPositionals: true }).positionals;
  const findings = await askDoctor(url === undefined ? undefined : variablesOf(url));
  for (const { name, state, says, mend } of findings) {
    console.log(`${MARKS[state]} ${name}: ${says}`);
    if (mend) console.log(`    ${mend}`);
  }
  process.exitCode = findings.some(({ state }) => state === "failing") ? 1 : 0;
} catch (error) {
  exitWith(error);
}
