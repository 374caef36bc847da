import { parseArgs } from "node:util";
import { retentionReport } from "#domain/contract/privacy.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";
import { siteVars } from "./stack/site-vars.ts";

const USAGE = "Usage: npm run purge -- --dry-run [https://your.domain]. The hourly cron purges; this says whom.";

try {
  const options = { "dry-run": { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (!values["dry-run"]) throw new PlainError(USAGE);
  const { answer } = await askWorker("admin/retention", undefined, siteVars(positionals[0]));
  const { coming, purged } = retentionReport.parse(answer);
  console.log(
    coming.length === 0 ? "Within 30 days nobody's data go." : "Whose data go within 30 days, if nothing changes:",
  );
  for (const { purgeAt, email, reason, isTold, isHeld } of coming) {
    const why = reason === "account_closed" ? "account closed" : "access ended";
    const notes = [why, isTold ? "told" : "not told yet", ...(isHeld ? ["held back: a subscription or a gift"] : [])];
    console.log(`  ${purgeAt.slice(0, 10)}  ${email}  (${notes.join(", ")})`);
  }
  for (const { at, memberId, counts } of purged.slice(0, 10)) {
    const rows = Object.entries(counts).map(([table, count]) => `${table} ${count}`);
    console.log(`Purged ${at.slice(0, 10)}  ${memberId}: ${rows.join(", ") || "nothing but the account"}`);
  }
} catch (error) {
  exitWith(error instanceof TypeError ? new PlainError(USAGE) : error);
}
