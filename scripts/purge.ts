import { retentionReport } from "#domain/contract/privacy.ts";
import { askWorker } from "./stack/ask-worker.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";
import { siteVars } from "./stack/site-vars.ts";

const usage = `Usage: npm run purge -- --dry-run [https://your.domain]

Lists members whose personal data will be deleted in the next 30 days, and what was deleted. The hourly cron deletes it.
If you give a URL, set ADMIN_PASSWORD. If the site uses a second factor, set ADMIN_TOTP_SECRET, too.`;

const { values, positionals, refuse } = readArguments({ usage, options: { "dry-run": FLAG }, takes: 1 });
if (!values["dry-run"]) refuse("Only the hourly cron deletes data. To list what it will delete, add --dry-run.");
const { answer } = await askWorker("admin/retention", undefined, siteVars(positionals[0]));
const { coming, purged } = retentionReport.parse(answer);
console.log(
  coming.length === 0
    ? "Nothing to delete in the next 30 days."
    : "To be deleted in the next 30 days, if nothing changes:",
);
for (const { purgeAt, email, reason, isNotified, isHeld } of coming) {
  const notes = [
    ...(reason === "account_closed"
      ? ["account deleted"]
      : ["access ended", isNotified ? "notified" : "not notified yet"]),
    ...(isHeld ? ["on hold: active subscription or unopened gift"] : []),
  ];
  console.log(`  ${purgeAt.slice(0, 10)}  ${email}  (${notes.join(", ")})`);
}
for (const { at, memberId, counts } of purged.slice(0, 10)) {
  const rows = Object.entries(counts).map(([table, count]) => `${table} ${count}`);
  console.log(`Deleted ${at.slice(0, 10)}  ${memberId}: ${rows.join(", ") || "only the account"}`);
}
