import { askDoctor, summaryOf } from "./stack/ask-doctor.ts";
import { readArguments } from "./stack/read-arguments.ts";
import { siteVars } from "./stack/site-vars.ts";

const MARKS = { ok: "✓", warning: "!", failing: "✗", unknown: "?" } as const;

const usage = `Usage: npm run doctor -- [https://your.domain]

Checks everything the product depends on, here or at the URL, and says how to fix what's wrong.
If you give a URL, set ADMIN_PASSWORD. If the site uses a second factor, set ADMIN_TOTP_SECRET, too.
Exits 1 if a check fails.`;

const [url] = readArguments({ usage, takes: 1 }).positionals;
const findings = await askDoctor(siteVars(url));
for (const { name, state, text, fix } of findings) {
  console.log(`${MARKS[state]} ${name}: ${text}`);
  if (fix) console.log(`    ${fix}`);
}
console.log(`\n${summaryOf(findings)}`);
process.exitCode = findings.some(({ state }) => state === "failing") ? 1 : 0;
