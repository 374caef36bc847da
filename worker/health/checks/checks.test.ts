import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { INCIDENT_KINDS } from "#domain/rules/incidents.ts";
import { readConfig } from "../../kernel/env.ts";
import { ATTEMPT_WINDOW_MS } from "../../kernel/limits/attempt-limit.ts";
import type { CheckCounts } from "./check-counts.queries.ts";
import { CHECKS, type CheckInput } from "./checks.ts";
import { incidentDetailsOf } from "./raise-alarms.ts";

const NOW = Date.parse("2026-11-22T12:03:00Z");
const CONFIG = {
  ...readConfig(env),
  resendWebhookSecret: "whsec_x",
  resetMaxInTotal: 60,
  loginAlarmFailures: 100,
};

const WELL: CheckCounts = {
  lateBatchSlotAt: null,
  unsettledSlotAt: null,
  missedSlots: 0,
  failedBatches: 0,
  deadBatches: 0,
  refusedPushes: 0,
  openEventAt: null,
  refusedEvents: 0,
  lastEventAt: null,
  sentMails: 500,
  databaseBytes: 8.49e9,
  reportedMails: 480,
  differences: 0,
  membersWithAccess: 5,
  morningsAhead: 1,
  hasFallback: 0,
  hasBouncedInvitations: 0,
  resetMails: 59,
  wrongLogins: null,
  wrongAdmins: null,
  wrongCodes: 99,
};

type Given = Partial<CheckCounts> &
  Partial<NonNullable<CheckInput["dispatcher"]>> &
  Partial<Pick<CheckInput, "quotas" | "config" | "pauses">>;

function detailsOf({ quotas = [{ used: 79, limit: 100, of: "day" }], config = CONFIG, pauses = [], ...given }: Given) {
  // The dispatcher's row has more columns, but the checks use none of them.
  const dispatcher = { lastTickAt: NOW - 60_000, lastHourlyAt: NOW, ...given } as NonNullable<CheckInput["dispatcher"]>;
  return incidentDetailsOf({ now: NOW, config, dispatcher, pauses, counts: { ...WELL, ...given }, quotas });
}
const found = (given: Given) => [...detailsOf(given)].flatMap(([kind, detail]) => (detail === null ? [] : [kind]));

const guesses = (count: number, minutes: number) => ({
  wrongLogins: JSON.stringify({ count, endsAt: NOW - minutes * 60_000 + ATTEMPT_WINDOW_MS }),
});

test("no incident is reported while everything is fine", () => {
  expect(found({})).toEqual([]);
  expect([...detailsOf({}).keys()]).toEqual([...INCIDENT_KINDS]);
});

test.for<[string, Given, Given]>([
  ["no-tick", { lastTickAt: NOW - CADENCES.tick.lateAfterMs - 1 }, { lastTickAt: NOW - CADENCES.tick.lateAfterMs }],
  ["late-mornings", { lateBatchSlotAt: NOW - HOUR_MS }, {}],
  ["late-mornings", { unsettledSlotAt: NOW - HOUR_MS }, {}],
  ["late-mornings", { missedSlots: 1 }, {}],
  ["sending-paused", { pauses: [{ kind: "all", until: NOW, reason: "" }] }, {}],
  ["sending-failed", { failedBatches: 1 }, {}],
  ["dead-letters", { deadBatches: 1 }, {}],
  ["push-refused", { refusedPushes: 1 }, {}],
  ["runway-empty", { morningsAhead: 0 }, { morningsAhead: 0, hasFallback: 1 }],
  ["runway-empty", { morningsAhead: 0 }, { morningsAhead: 0, membersWithAccess: 0 }],
  ["paypal-webhook", { openEventAt: NOW - HOUR_MS }, {}],
  ["paypal-webhook", { refusedEvents: 3 }, { refusedEvents: 2 }],
  [
    "paypal-webhook",
    { refusedEvents: 3, lastEventAt: NOW - HOUR_MS },
    { refusedEvents: 3, lastEventAt: NOW - HOUR_MS + 1 },
  ],
  ["resend-webhook", { sentMails: 10, reportedMails: 0 }, { sentMails: 9, reportedMails: 0 }],
  ["resend-webhook", { sentMails: 10, reportedMails: 0 }, { sentMails: null, reportedMails: 0 }],
  [
    "resend-webhook",
    { sentMails: 10, reportedMails: 0 },
    { sentMails: 10, reportedMails: 0, config: { ...CONFIG, resendWebhookSecret: null } },
  ],
  ["payment-differences", { differences: 1 }, {}],
  ["quota-near", { quotas: [{ used: 80, limit: 100, of: "day" }] }, {}],
  ["database-full", { databaseBytes: 8.5e9 }, { databaseBytes: null }],
  ["database-full", { databaseBytes: 8.5e9 }, { databaseBytes: 8.5e9, config: { ...CONFIG, databaseLimitGb: 20 } }],
  ["invitations-stopped", { hasBouncedInvitations: 1 }, {}],
  ["reset-total", { resetMails: 60 }, {}],
  ["password-guessing", guesses(100, 1), guesses(24, 6)],
  ["admin-password-known", { wrongCodes: 100 }, {}],
])("%s is reported when its check fails, and only then", ([kind, trouble, well]) => {
  expect(found(trouble)).toEqual([kind]);
  expect(found(well)).toEqual([]);
});

test("an unchecked quota is neither a problem nor fine, and nothing is reported before the first tick", () => {
  expect(detailsOf({ quotas: null }).has("quota-near")).toBe(false);
  expect(found({ lastTickAt: null })).toEqual([]);
});

test("a complaint pause and a late hourly cron fail their checks without raising an incident", () => {
  const lastHourlyAt = NOW - CADENCES.hourly.lateAfterMs - 1;
  const pauses: CheckInput["pauses"] = [{ kind: "gift", until: NOW + 1, reason: "" }];
  expect(found({ lastHourlyAt, pauses })).toEqual([]);
  const dispatcher = { lastTickAt: NOW, lastHourlyAt } as NonNullable<CheckInput["dispatcher"]>;
  const input: CheckInput = { now: NOW, config: CONFIG, dispatcher, pauses, counts: WELL, quotas: null };
  const failing = CHECKS.filter(({ judge }) => judge(input).state === "failing").map(({ name }) => name);
  expect(failing).toEqual(["Hourly jobs", "Spam complaints"]);
});

test("while the scheduler isn't running, the wake-up check is unknown, unless a slot was missed", () => {
  const judge = (lastTickAt: number | null, given: Partial<CheckCounts> = {}) => {
    const dispatcher = { lastTickAt } as NonNullable<CheckInput["dispatcher"]>;
    const counts = { ...WELL, ...given };
    const input: CheckInput = { now: NOW, config: CONFIG, dispatcher, pauses: [], counts, quotas: null };
    return CHECKS.find(({ name }) => name === "Wake-up emails")?.judge(input).state;
  };
  expect([judge(null), judge(NOW - HOUR_MS), judge(NOW)]).toEqual(["unknown", "unknown", "ok"]);
  expect(judge(null, { missedSlots: 1 })).toBe("failing");
});

test("a guessing incident doesn't end just because its counter restarts", () => {
  for (const window of [guesses(1, 4), guesses(25, 14)]) expect(detailsOf(window).has("password-guessing")).toBe(false);
  expect(detailsOf(guesses(24, 5)).get("password-guessing")).toBeNull();
});

test("a count that reaches its limit is shown as that many or more, because Overview counts past it", () => {
  const detail = (differences: number) => detailsOf({ differences }).get("payment-differences");
  expect(detail(9)).toBe("We couldn't sync 9 subscriptions with PayPal.");
  expect(detail(10)).toBe("We couldn't sync 10 or more subscriptions with PayPal.");
});
