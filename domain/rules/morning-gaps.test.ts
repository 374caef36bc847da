import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { AuditAction } from "./audit-actions.ts";
import { type MailChange, type MorningRecord, morningGap, slotOf } from "./morning-gaps.ts";
import { NO_HOUR } from "./week-hours.ts";

/** 6 AM in Chicago on the morning in question. */
const SLOT = Date.parse("2026-07-02T11:00:00Z");
const DATE = "2026-07-02";
const FACTS = { wasMissed: false, hasSession: true };

const MEMBER = {
  deletedAt: null,
  emailEnabled: true,
  suppressedAt: null,
  fullBounces: 0,
  pausedUntil: null,
  createdAt: SLOT - 90 * DAY_MS,
  wakeUpHour: 6,
  weekendHour: null,
  timezone: "America/Chicago",
};
const OPEN = { startsAt: 0, until: SLOT + 90 * DAY_MS, endedAt: null, createdAt: 0 };

function change(hours: number, action: AuditAction, details: MailChange["details"] = {}): MailChange {
  return { at: SLOT + hours * HOUR_MS, action, details };
}

type Known = Partial<Omit<MorningRecord, "member">> & { member?: Partial<MorningRecord["member"]> };

function recordOf({ member, ...known }: Known): MorningRecord {
  return { changes: [], changesSince: 0, grants: [OPEN], ...known, member: { ...MEMBER, ...member } };
}

const gapOf = (known: Known, facts: Parameters<typeof morningGap>[2] = FACTS) =>
  morningGap(recordOf(known), DATE, facts);

test("a morning with access, emails on, and a session shows no reason for a missing email", () => {
  expect(gapOf({})).toBeNull();
});

test.for([
  ["joined", { member: { createdAt: SLOT + 1 } }],
  ["deleted", { member: { deletedAt: SLOT } }],
  ["mails_off", { member: { emailEnabled: false } }],
  ["suppressed", { member: { suppressedAt: SLOT - 1 } }],
  ["paused", { member: { pausedUntil: SLOT + DAY_MS } }],
  ["no_access", { grants: [] }],
  ["no_access", { grants: [{ ...OPEN, until: SLOT }] }],
  ["no_access", { grants: [{ ...OPEN, endedAt: SLOT - 1 }] }],
  ["no_access", { grants: [{ ...OPEN, createdAt: SLOT + 1 }] }],
] as const)("the reason for a missing email is %s, going by the member's current data", ([gap, known]) => {
  expect(gapOf(known)).toBe(gap);
});

test.for([
  ["mails_off", [change(5, "mails.on")]],
  ["mails_off", [change(5, "mails.on"), change(-5, "mails.off")]],
  [null, [change(-5, "mails.on"), change(-9, "mails.off")]],
  [null, [change(5, "mails.off")]],
  ["suppressed", [change(5, "mails.unsuppressed")]],
  ["suppressed", [change(5, "member.address"), change(-5, "mails.suppressed")]],
  [null, [change(-1, "member.address"), change(-5, "mails.suppressed")]],
  [null, [change(5, "member.address")]],
  ["paused", [change(5, "mails.resume")]],
  ["paused", [change(-5, "mails.pause", { pausedUntil: "2026-07-03" })]],
  [null, [change(-5, "mails.pause", { pausedUntil: DATE })]],
  [null, [change(-1, "mails.resume"), change(-5, "mails.pause", { pausedUntil: "2026-07-09" })]],
  [null, [change(5, "mails.pause", { pausedUntil: "2026-07-09" })]],
  ["deleted", [change(5, "member.keep"), change(-5, "member.delete")]],
] as const)("the reason for a missing email is %s, going by the log alone: %j", ([gap, changes]) => {
  expect(gapOf({ changes })).toBe(gap);
});

test("turning emails off or pausing them later doesn't explain an earlier missing email", () => {
  expect(gapOf({ member: { emailEnabled: false }, changes: [change(5, "mails.off")] })).toBeNull();
  const pause = change(5, "mails.pause", { pausedUntil: "2026-07-09" });
  expect(gapOf({ member: { pausedUntil: SLOT + 7 * DAY_MS }, changes: [pause] })).toBeNull();
});

test("a date without a session and a missed slot have different reasons", () => {
  expect(gapOf({}, { wasMissed: false, hasSession: false })).toBe("no_session");
  expect(gapOf({}, { wasMissed: true, hasSession: true })).toBe("missed");
  expect(gapOf({ grants: [] }, { wasMissed: true, hasSession: true })).toBe("no_access");
});

test("the slot uses the hour that was set at the time", () => {
  const at = (hours: number, emailTime: string) =>
    change(hours, "mails.time", { emailTime, timezone: "America/Chicago" });
  const slot = (changes: MailChange[], wakeUpHour: number) =>
    slotOf(recordOf({ changes, member: { wakeUpHour } }), DATE);
  expect(slot([], 6)).toBe(SLOT);
  expect(slot([at(-20, "06:00")], 6)).toBe(SLOT);
  expect(slot([at(30, "09:00"), at(-20, "06:00")], 9)).toBe(SLOT);
  expect(slot([at(30, "09:00")], 9)).toBeNull();
});

test("if the hour isn't on record, only reasons that held all day explain a missing email", () => {
  const moved = change(30, "mails.time", { emailTime: "09:00", timezone: "America/Chicago" });
  expect(gapOf({ changes: [moved], grants: [] })).toBe("no_access");
  expect(gapOf({ changes: [moved], grants: [{ ...OPEN, until: SLOT }] })).toBeNull();
  expect(gapOf({ changes: [moved] }, { wasMissed: false, hasSession: false })).toBe("no_session");
});

test("before the oldest change on record, only the join date can explain a missing email", () => {
  const known = { changesSince: SLOT + 1, member: { emailEnabled: false } };
  expect(gapOf(known)).toBeNull();
  expect(gapOf({ ...known, member: { createdAt: SLOT + 1 } })).toBe("joined");
});

test("a weekend without email explains the gap, unless emails were off or that day had an hour set then", () => {
  // July 4, 2026, is a Saturday.
  const gapOn = (known: Known) => morningGap(recordOf(known), "2026-07-04", FACTS);
  const resting = { weekendHour: NO_HOUR };
  expect([gapOn({ member: resting }), gapOf({ member: resting })]).toEqual(["weekend", null]);
  expect(gapOn({ member: { ...resting, emailEnabled: false } })).toBe("mails_off");
  const chose = (hours: number, weekendTime?: string) =>
    change(hours, "mails.time", { emailTime: "06:00", timezone: "America/Chicago", weekendTime });
  expect(gapOn({ member: resting, changes: [chose(90, "none"), chose(-9, "09:00")] })).toBeNull();
  expect(gapOn({ changes: [chose(90), chose(-9, "none")] })).toBe("weekend");
  expect(gapOn({ member: resting, changes: [chose(90, "none")] })).toBeNull();
});
