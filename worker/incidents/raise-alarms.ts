import * as z from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { INCIDENT_KINDS, RUNWAY_DAYS, type Signs, troublesOf } from "#domain/rules/incidents.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { ON_TIME_MS } from "#domain/rules/on-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { WRONG_CODES_A_DAY, wrongCodesKey } from "../account/admin/admin-totp.ts";
import type { Ctx } from "../kernel/context.ts";
import { ATTEMPT_WINDOW_MS, attemptKey } from "../kernel/limits/attempt-limit.ts";
import { log } from "../kernel/log.ts";
import { withoutAddresses } from "../mail/pause-sending.ts";
import { beginIncident, endIncident, selectUnsettled } from "./incidents.queries.ts";
import { type FoundSigns, selectSigns } from "./signs.queries.ts";
import { tellOperator } from "./tell-operator.ts";

/** So long a morning that went wrong is news. */
const MORNING_MS = 12 * HOUR_MS;
/** PayPal repeats an event within minutes, and the hourly cron tries what is open. */
const EVENT_OPEN_MS = 90 * MINUTE_MS;
const EVENT_KEPT_MS = 30 * DAY_MS;
/** The provider is asked for its quotas by one look of an hour. */
const QUOTAS_ASKED_BEFORE_MINUTE = 5;

/**
 * Looks for trouble and tells the operator of each incident once as it begins and once as it is over. Safe at any time, any number of
 * times and side by side; while all is well it is one call of the database, and writes nothing.
 */
export async function raiseAlarms(ctx: Ctx): Promise<void> {
  const [[found], unsettled] = await ctx.db.batch([selectSigns(ctx.db, spansOf(ctx)), selectUnsettled(ctx.db)]);
  if (!found) throw new Error("A look finds a row, whatever there is.");
  const troubles = troublesOf(signsOf(ctx, found, await readQuotas(ctx)), ctx.now);
  const open = new Set(unsettled.flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : [])));
  const begun = INCIDENT_KINDS.flatMap((kind) => {
    const detail = troubles[kind];
    return detail && !open.has(kind) ? [{ id: crypto.randomUUID(), kind, detail, begunAt: ctx.now }] : [];
  });
  const over = INCIDENT_KINDS.filter((kind) => troubles[kind] === null && open.has(kind));
  const untold = unsettled.filter(({ notifiedAt, endedAt }) => notifiedAt === null || endedAt !== null);
  if (begun.length + over.length + untold.length === 0) return;
  for (const incident of begun) {
    const [first] = await beginIncident(ctx.db, incident);
    if (first) log("error", "incident_begun", { kind: incident.kind, detail: incident.detail });
  }
  for (const kind of over) {
    const [last] = await endIncident(ctx.db, kind, ctx.now);
    if (last) log("info", "incident_over", { kind });
  }
  await tellOperator(ctx, await selectUnsettled(ctx.db));
}

function spansOf({ now, config }: Ctx) {
  const today = dateIn(DEFAULT_ZONE, now);
  return {
    now,
    lateBefore: now - ON_TIME_MS,
    morningsSince: now - MORNING_MS,
    openEventsBefore: now - EVENT_OPEN_MS,
    eventsKeptSince: now - EVENT_KEPT_MS,
    refusedSince: now - HOUR_MS,
    countedDay: addDays(today, -1),
    from: addDays(today, 1),
    through: addDays(today, RUNWAY_DAYS),
    resetKey: attemptKey(config, "reset-total", ""),
    loginKey: attemptKey(config, "login-total", ""),
    adminKey: attemptKey(config, "admin-total", ""),
    codesKey: wrongCodesKey(config),
  };
}

/** Null as long as another look of the hour asks, or the provider does not tell. */
function readQuotas({ now, mailer }: Ctx): Promise<Signs["quotas"]> | null {
  return new Date(now).getUTCMinutes() < QUOTAS_ASKED_BEFORE_MINUTE ? mailer.readQuotas() : null;
}

const counter = z.object({ count: z.int(), endsAt: z.int() });

function wrongPasswordsOf({ config }: Ctx, { wrongLogins, wrongAdmins }: FoundSigns): Signs["wrongPasswords"] {
  const places = [
    { place: "sign-in", max: config.loginAlarmFailures, found: wrongLogins },
    { place: "the admin area", max: config.adminAlarmFailures, found: wrongAdmins },
  ] as const;
  return places.flatMap(({ found, ...of }) => {
    if (found === null) return [];
    const { count, endsAt } = counter.parse(JSON.parse(found));
    return [{ ...of, count, since: endsAt - ATTEMPT_WINDOW_MS }];
  });
}

function signsOf(ctx: Ctx, found: FoundSigns, quotas: Signs["quotas"]): Signs {
  const { config } = ctx;
  const { lateBatchSlotAt, unsettledSlotAt, pausedUntil, pauseReason, sentMails } = found;
  const lateSlots = [lateBatchSlotAt, unsettledSlotAt].filter((slotAt) => slotAt !== null);
  const isTold = config.resendWebhookSecret !== null && sentMails !== null;
  return {
    ...found,
    lateSlotAt: lateSlots.length === 0 ? null : Math.min(...lateSlots),
    pause: pausedUntil === null ? null : { until: pausedUntil, reason: pauseReason && withoutAddresses(pauseReason) },
    untold: isTold ? { sent: sentMails, told: found.toldMails } : null,
    hasMembers: (found.membersWithAccess ?? 0) > 0,
    hasFallback: found.hasFallback === 1,
    resetMails: { count: found.resetMails ?? 0, max: config.resetMaxInTotal },
    wrongPasswords: wrongPasswordsOf(ctx, found),
    wrongCodes: { count: found.wrongCodes ?? 0, max: WRONG_CODES_A_DAY },
    quotas,
  };
}
