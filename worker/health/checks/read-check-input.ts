import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { ON_TIME_MS } from "#domain/rules/on-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { wrongCodesKey } from "../../account/admin/admin-totp.ts";
import { selectUnsettled } from "../../incidents/incidents.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { attemptKey } from "../../kernel/limits/attempt-limit.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { selectCheckCounts } from "./check-counts.queries.ts";
import { RUNWAY_DAYS } from "./checks.ts";

/** Report a failed morning for 12 hours. */
const MORNING_MS = 12 * HOUR_MS;
/** PayPal repeats an event within minutes, and the hourly cron retries open ones. */
const EVENT_OPEN_MS = 90 * MINUTE_MS;
const EVENT_KEPT_MS = 30 * DAY_MS;

/** Reads the checks' input, and incidents that are open or whose end is unreported, in one database call. */
export async function readCheckInput({ db, now, config }: Ctx) {
  const today = dateIn(DEFAULT_ZONE, now);
  const spans = {
    now,
    lateBefore: now - ON_TIME_MS,
    morningsSince: now - MORNING_MS,
    openEventsBefore: now - EVENT_OPEN_MS,
    eventsKeptSince: now - EVENT_KEPT_MS,
    refusedSince: now - HOUR_MS,
    today,
    countedDay: addDays(today, -1),
    from: addDays(today, 1),
    through: addDays(today, RUNWAY_DAYS),
    resetKey: attemptKey(config, "reset-total", ""),
    loginKey: attemptKey(config, "login-total", ""),
    adminKey: attemptKey(config, "admin-total", ""),
    codesKey: wrongCodesKey(config),
  };
  const [[dispatcher], pauses, [counts], unsettled] = await db.batch([
    selectDispatcher(db),
    selectPauses(db),
    selectCheckCounts(db, spans),
    selectUnsettled(db),
  ]);
  if (!counts) throw new Error("The query for counts of trouble returned no row.");
  return { input: { now, config, dispatcher, pauses, counts }, unsettled };
}
