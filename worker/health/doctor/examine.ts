import { BRAND } from "#domain/brand.ts";
import type { DoctorReport, Finding } from "#domain/contract/health.ts";
import { formatCount, formatDateTime } from "#domain/formats.ts";
import { ADMIN_TABS } from "#domain/rules/admin-places.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { missingParticulars } from "#domain/rules/operator.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import journal from "../../../db/migrations/meta/_journal.json";
import { waysToOperator } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { objectKeyOf } from "../../media/uploads/upload.ts";
import { selectDailyStats } from "../../statistics/daily-stats.queries.ts";
import { CHECKS } from "../checks/checks.ts";
import { readCheckInput } from "../checks/read-check-input.ts";
import { selectDatabaseClock, selectMediaOf, selectMigrations } from "./doctor.queries.ts";
import { examineMail, examinePayments, failing, ok, warning } from "./examine-providers.ts";

/** Logins and emails tolerate a larger offset than this. */
const CLOCK_OFF_MS = 30_000;
const DAYS_AHEAD = 7;
const DAYS_OF_GROWTH = 61;

const EXAMINATIONS: Record<string, (ctx: Ctx) => Promise<Finding[]>> = {
  Database: examineDatabase,
  Checks: examineChecks,
  Media: examineMedia,
  Mail: examineMail,
  PayPal: examinePayments,
  Settings: examineSettings,
};

/** Examines everything the product depends on right now. Anything that can't be examined counts as failing. */
export async function examine(ctx: Ctx): Promise<DoctorReport> {
  const examined = Object.entries(EXAMINATIONS).map(async ([name, examine]) => {
    try {
      return await examine(ctx);
    } catch (error) {
      log("error", "examination_failed", { name, ...errorFields(error) });
      return [failing(name, "It couldn't be checked.", "See why in the Worker's log: npx wrangler tail.")];
    }
  });
  return { findings: (await Promise.all(examined)).flat() };
}

async function examineDatabase({ db, clock }: Ctx): Promise<Finding[]> {
  const [[said], migrations] = await db.batch([selectDatabaseClock(db), selectMigrations(db)]);
  const off = Math.abs((said?.now ?? 0) - clock());
  const apart = `The database's clock and the Worker's are ${formatCount(Math.round(off / 1000), "second")} apart.`;
  const applied = new Set(migrations.map((row) => row.name.replace(/\.sql$/, "")));
  const missing = journal.entries.map(({ tag }) => tag).filter((tag) => !applied.has(tag));
  return [
    ok("Database", "Responding."),
    missing.length === 0
      ? ok("Migrations", `All ${journal.entries.length} applied.`)
      : failing(
          "Migrations",
          `Not applied: ${missing.join(", ")}.`,
          "Run npm run deploy, or npm start on this machine.",
        ),
    off <= CLOCK_OFF_MS
      ? ok("Clock", "The database's clock matches the Worker's.")
      : warning("Clock", apart, "Report it to Cloudflare."),
  ];
}

/** Runs all checks, says since when open incidents have failed, and whether alarms can reach anyone. */
async function examineChecks(ctx: Ctx): Promise<Finding[]> {
  const [{ input, unsettled }, quotas, days] = await Promise.all([
    readCheckInput(ctx),
    ctx.mailer.readQuotas(),
    selectDailyStats(ctx.db, addDays(dateIn(DEFAULT_ZONE, ctx.now), -DAYS_OF_GROWTH)),
  ]);
  const sizes = days.flatMap(({ databaseBytes }) => databaseBytes ?? []);
  const findings = CHECKS.map(({ name, incidentKind, words, judge }): Finding => {
    const { state, text, keepsIncident } = judge({ ...input, quotas, sizes });
    const incident = unsettled.find(({ kind, endedAt }) => kind === incidentKind && endedAt === null);
    // A check without a clear answer fails as long as its incident is open.
    if (incident && (state === "failing" || state === "unknown" || keepsIncident)) {
      const detail = state === "failing" ? text : incident.detail;
      return failing(name, `Since ${formatDateTime(incident.startedAt)}. ${detail}`, words.fix);
    }
    return { name, state, text, fix: state === "ok" || state === "unknown" ? null : words.fix };
  });
  return [...findings, wayFinding(ctx.config)];
}

function wayFinding(config: Ctx["config"]): Finding {
  const { hasWebhook, hasMail } = waysToOperator(config);
  const name = "Alarms";
  const fix = "Set ALARM_WEBHOOK_URL and OPERATOR_EMAIL. See docs/operations.md, Alarms.";
  if (!hasWebhook && !hasMail) return warning(name, "No one gets them. They're only in the log and here.", fix);
  if (!hasWebhook)
    return warning(name, "They're sent by email only, so you won't hear about it when email fails.", fix);
  if (!hasMail) return ok(name, "Sent to the webhook.");
  return ok(name, "Sent by email, or to the webhook when email may be the problem.");
}

/** Examines the bucket, and whether it has the files of the next mornings. */
async function examineMedia(ctx: Ctx): Promise<Finding[]> {
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const files = await selectMediaOf(ctx.db, addDays(today, -1), addDays(today, DAYS_AHEAD));
  const objects = await Promise.all(files.map((file) => ctx.bucket.head(objectKeyOf(file))));
  const missing = files.filter((_, index) => objects[index] === null).map(({ date, key }) => `${date} (${key})`);
  await ctx.bucket.list({ limit: 1 });
  return [
    ok("Storage", "Responding."),
    missing.length === 0
      ? ok("Media", `${formatCount(files.length, "file")} for today and the next ${DAYS_AHEAD} days, all in storage.`)
      : failing("Media", `Not in storage: ${missing.join(", ")}.`, `Upload them again in ${ADMIN_TABS.content}.`),
  ];
}

/** Names empty optional settings, and no values. Secrets are checked at start. */
async function examineSettings({ config }: Ctx): Promise<Finding[]> {
  const empty = [
    config.adminTotpSecret === null && "ADMIN_TOTP_SECRET (a second factor for /admin)",
    !waysToOperator(config).hasMail && "OPERATOR_EMAIL (who gets alarms)",
    config.supportMailbox === null && "SUPPORT_MAILBOX (where incoming email is forwarded)",
    config.unsubscribeAddress === null && "UNSUBSCRIBE_ADDRESS (unsubscribing by email)",
  ].filter((name) => name !== false);
  const [signing, ...verifying] = config.signingKeys.listed;
  const missing = missingParticulars({ ...BRAND, mailSender: config.mailFrom });
  const text = `Missing: ${missing.join(", ")}.`;
  const fix =
    "Run npm run deploy:setup, which asks for them, then npm run deploy. Until then, production sends no email.";
  return [
    ok("Secrets", "All required secrets are set and readable."),
    ok(
      "Keys",
      `Key ${signing.id} counts new links and logins.${verifying.map(({ id }) => ` What key ${id} signed is still valid.`).join("")}`,
    ),
    empty.length === 0
      ? ok("Variables", "No recommended setting is empty.")
      : warning("Variables", `Empty: ${empty.join(", ")}.`, "See docs/operations.md, Variables and secrets."),
    missing.length === 0
      ? ok("Business details", "Complete.")
      : (config.isDevelopment ? warning : failing)("Business details", text, fix),
  ];
}
