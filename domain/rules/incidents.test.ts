import { expect, test } from "vitest";
import { HOUR_MS } from "../durations.ts";
import { CADENCES } from "./cadences.ts";
import { INCIDENT_KINDS, INCIDENT_WORDS, type Signs, troublesOf, wayOf } from "./incidents.ts";

const NOW = Date.parse("2026-11-22T12:03:00Z");

const WELL: Signs = {
  lastTickAt: NOW - 60_000,
  lateSlotAt: null,
  missedSlots: 0,
  pause: null,
  failedBatches: 0,
  deadBatches: 0,
  openEventAt: null,
  refusedEvents: 0,
  lastEventAt: null,
  untold: { sent: 500, told: 480 },
  differences: 0,
  hasMembers: true,
  morningsAhead: 1,
  hasFallback: false,
  resetMails: { count: 59, max: 60 },
  wrongPasswords: [],
  wrongCodes: { count: 99, max: 100 },
  quotas: [{ used: 79, limit: 100, of: "day" }],
};

const guesses = (count: number, minutes: number) =>
  ({ place: "sign-in", count, max: 100, since: NOW - minutes * 60_000 }) as const;

const found = (signs: Partial<Signs>) =>
  Object.entries(troublesOf({ ...WELL, ...signs }, NOW)).flatMap(([kind, detail]) => (detail === null ? [] : [kind]));

test("while all is well nothing is told", () => {
  expect(found({})).toEqual([]);
  expect(Object.keys(troublesOf(WELL, NOW)).toSorted()).toEqual([...INCIDENT_KINDS].toSorted());
});

test.for<[string, Partial<Signs>, Partial<Signs>]>([
  ["no-tick", { lastTickAt: NOW - CADENCES.tick.lateAfterMs - 1 }, { lastTickAt: NOW - CADENCES.tick.lateAfterMs }],
  ["late-mornings", { lateSlotAt: NOW - HOUR_MS }, {}],
  ["late-mornings", { missedSlots: 1 }, {}],
  ["sending-paused", { pause: { until: NOW, reason: null } }, {}],
  ["sending-failed", { failedBatches: 1 }, {}],
  ["dead-letters", { deadBatches: 1 }, {}],
  ["runway-empty", { morningsAhead: 0 }, { morningsAhead: 0, hasFallback: true }],
  ["runway-empty", { morningsAhead: 0 }, { morningsAhead: 0, hasMembers: false }],
  ["paypal-webhook", { openEventAt: NOW - HOUR_MS }, {}],
  ["paypal-webhook", { refusedEvents: 3 }, { refusedEvents: 2 }],
  [
    "paypal-webhook",
    { refusedEvents: 3, lastEventAt: NOW - HOUR_MS },
    { refusedEvents: 3, lastEventAt: NOW - HOUR_MS + 1 },
  ],
  ["resend-webhook", { untold: { sent: 10, told: 0 } }, { untold: { sent: 9, told: 0 } }],
  ["resend-webhook", { untold: { sent: 10, told: 0 } }, { untold: null }],
  ["payment-differences", { differences: 1 }, {}],
  ["quota-near", { quotas: [{ used: 80, limit: 100, of: "day" }] }, {}],
  ["reset-total", { resetMails: { count: 60, max: 60 } }, {}],
  ["password-guessing", { wrongPasswords: [guesses(100, 1)] }, { wrongPasswords: [guesses(24, 6)] }],
  ["admin-password-known", { wrongCodes: { count: 100, max: 100 } }, {}],
])("%s is told of", ([kind, trouble, well]) => {
  expect(found(trouble)).toEqual([kind]);
  expect(found(well)).toEqual([]);
});

test("what a look cannot tell is neither trouble nor well: a quota that was not asked for, a cron before its first tick", () => {
  const troubles = troublesOf({ ...WELL, quotas: null, lastTickAt: null }, NOW);
  expect([troubles["quota-near"], troubles["no-tick"]]).toEqual([undefined, undefined]);
});

test("a wave of guesses is not over because they are counted anew", () => {
  for (const window of [guesses(1, 4), guesses(25, 14)])
    expect(troublesOf({ ...WELL, wrongPasswords: [window] }, NOW)["password-guessing"]).toBeUndefined();
  expect(troublesOf({ ...WELL, wrongPasswords: [guesses(24, 5)] }, NOW)["password-guessing"]).toBeNull();
});

test("the webhook tells of what mail may not be able to, and of all where there is no mail", () => {
  const both = { hasWebhook: true, hasMail: true };
  expect(wayOf(both, ["runway-empty"])).toBe("mail");
  expect(wayOf(both, ["runway-empty", "sending-paused"])).toBe("webhook");
  expect(wayOf({ hasWebhook: true, hasMail: false }, ["runway-empty"])).toBe("webhook");
  expect(wayOf({ hasWebhook: false, hasMail: true }, ["sending-paused"])).toBe("mail");
  expect(wayOf({ hasWebhook: false, hasMail: false }, ["sending-paused"])).toBe("log");
});

test("each kind has its words, and a sentence that says what to do", () => {
  for (const kind of INCIDENT_KINDS) expect(INCIDENT_WORDS[kind].mend, kind).toMatch(/\.$/);
});
