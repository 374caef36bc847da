import type { AuditAction } from "./audit-actions.ts";
import { addDays } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import type { MailReceiver } from "./mail-blocker.ts";
import { hourOf, hourOn, type Waking, type WeekHours, weekHoursOf } from "./week-hours.ts";

/** Why a morning had no email, as far as it's on record, in the order of `mailBlocker`. */
export const MORNING_GAPS = [
  "joined",
  "deleted",
  "mails_off",
  "suppressed",
  "paused",
  "no_access",
  "weekend",
  "no_session",
] as const;
export type MorningGap = (typeof MORNING_GAPS)[number];

/** An audited change of what a member gets. */
export type MailChange = {
  at: number;
  action: AuditAction;
  details: { [Name in "emailTime" | "weekendTime" | "timezone" | "pausedUntil"]?: string | undefined };
};

type Grant = { startsAt: number; until: number; endedAt: number | null; createdAt: number };

export type MorningRecord = {
  member: Omit<MailReceiver, "wakeUpSince" | "accessEndsAt"> & Waking & { createdAt: number };
  /** Newest first. Nothing is known of changes before `changesSince`. */
  changes: readonly MailChange[];
  changesSince: number;
  grants: readonly Grant[];
};

/** Whether the morning's slot was missed, and whether the date has a session or a fallback. */
type MorningFacts = { wasMissed: boolean; hasSession: boolean };

type Setting = { hours: WeekHours; timezone: string };

/** When a date's hour began; on a weekend without email, when the weekday hour would have. */
const slotBy = ({ hours, timezone }: Setting, date: string) => instantAt(date, hourOf(hours, date), timezone);

/** A member's hours on a date; null if they changed later and the earlier ones aren't on record. */
function settingOn({ member, changes }: MorningRecord, date: string): Setting | null {
  let setting: Setting = { hours: member, timezone: member.timezone };
  const moves = changes.filter(({ action }) => action === "mails.time");
  for (const [index, { at }] of moves.entries()) {
    if (slotBy(setting, date) >= at) break;
    const { emailTime = "", weekendTime = null, timezone: zone } = moves[index + 1]?.details ?? {};
    const hours = weekHoursOf({ emailTime, weekendTime });
    if (hours === null || zone === undefined) return null;
    setting = { hours, timezone: zone };
  }
  return setting;
}

/** When the member's hour began on a date; null if it isn't on record. */
export function slotOf(record: MorningRecord, date: string): number | null {
  const setting = settingOn(record, date);
  return setting && slotBy(setting, date);
}

/** `holds`: whether it was still on by then. A pause ends by itself. */
type Switch = { on: AuditAction; off: readonly AuditAction[]; holds?: (turn: MailChange) => boolean };

/** Whether a switch was on: as the last change before `at` left it, else against the first one after it, else as it is now. */
function wasOn(
  changes: readonly MailChange[],
  at: number,
  { on, off, holds = () => true }: Switch,
  isOn: boolean,
): boolean {
  const turns = changes.filter(({ action }) => action === on || off.includes(action));
  const before = turns.find((turn) => turn.at <= at);
  if (before) return before.action === on && holds(before);
  const after = turns.at(-1);
  return after ? after.action === off[0] : isOn;
}

/** A grant that was extended later counts as access, so a morning within such a break has no reason. */
function hadAccess({ grants }: MorningRecord, at: number): boolean {
  return grants.some(
    ({ startsAt, until, endedAt, createdAt }) =>
      createdAt <= at && startsAt <= at && at < Math.min(until, endedAt ?? until),
  );
}

function blockerAt(record: MorningRecord, at: number, date: string): MorningGap | null {
  const { member, changes, changesSince } = record;
  const since = (instant: number | null) => instant !== null && instant <= at;
  if (member.createdAt > at) return "joined";
  if (at < changesSince) return null;
  const closing: Switch = { on: "member.delete", off: ["member.keep"] };
  if (wasOn(changes, at, closing, since(member.deletedAt))) return "deleted";
  if (wasOn(changes, at, { on: "mails.off", off: ["mails.on"] }, !member.emailEnabled)) return "mails_off";
  // A new address begins without the old one's suppression.
  const suppressing: Switch = { on: "mails.suppressed", off: ["mails.unsuppressed", "member.address"] };
  if (since(member.suppressedAt) || wasOn(changes, at, suppressing, false)) return "suppressed";
  // A pause ends on the morning of its day, in whatever zone the member is.
  const holds = ({ details }: MailChange) => (details.pausedUntil ?? "") > date;
  const pausedUntil = member.pausedUntil === null ? "" : dateIn(member.timezone, member.pausedUntil);
  if (wasOn(changes, at, { on: "mails.pause", off: ["mails.resume"], holds }, pausedUntil > date)) return "paused";
  return hadAccess(record, at) ? null : "no_access";
}

/** Why a morning without a delivery had no email; null if nothing on record explains it. */
export function morningGap(
  record: MorningRecord,
  date: string,
  { wasMissed, hasSession }: MorningFacts,
): MorningGap | "missed" | null {
  const { timezone } = record.member;
  const setting = settingOn(record, date);
  // If the hour isn't on record, only a reason that held all day counts.
  const bounds = setting
    ? [slotBy(setting, date)]
    : [instantAt(date, 0, timezone), instantAt(addDays(date, 1), 0, timezone) - 1];
  const [first = null, last = first] = bounds.map((at) => blockerAt(record, at, date));
  if (first !== null && first === last) return first;
  if (first !== last) return null;
  if (setting && hourOn(setting.hours, date) === null) return "weekend";
  if (!hasSession) return "no_session";
  return wasMissed ? "missed" : null;
}
