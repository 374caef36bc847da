import * as z from "zod";
import type { Morning } from "#domain/contract/profile.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt, isoOrNull } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { mailBlocker } from "#domain/rules/mail-blocker.ts";
import type { DeliveryState, MorningState } from "#domain/rules/mail-states.ts";
import { morningGap, slotOf } from "#domain/rules/morning-gaps.ts";
import { PUSH_STATES } from "#domain/rules/push.ts";
import { hourOn } from "#domain/rules/week-hours.ts";
import { selectGrantsOf } from "../../access/access-grants.queries.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMornings } from "../../content/fallbacks.queries.ts";
import { wakingDates } from "../../content/fallbacks.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { parseJson } from "../../kernel/parse-json.ts";
import { CUT_OFF_MS } from "../slots/slots.ts";
import {
  selectLastChanges,
  selectMissedSlots,
  selectMorningDeliveries,
  selectMorningPushes,
} from "./mornings.queries.ts";

const MORNINGS = 14;
const CHANGES = 100;
const MISSED_SLOTS = 200;

const WORDS: Record<DeliveryState, MorningState> = {
  claimed: "sending",
  sent: "sent",
  failed: "failed",
  missed: "missed",
  unknown: "unknown",
  delivered: "sent",
  bounced: "failed",
  complained: "sent",
};

const changeDetails = z
  .object({
    date: z.string(),
    emailTime: z.string(),
    weekendTime: z.string(),
    timezone: z.string(),
    pausedUntil: z.string(),
  })
  .partial()
  .catch({});

type Reading = { memberId: string; member: Promise<Member | undefined> };

/** A member's last 14 mornings, newest first, and what's known about those without an email. It leaves out days before they joined. */
export async function readMornings(ctx: Ctx, { memberId, member: asked }: Reading): Promise<Morning[]> {
  const { db, now } = ctx;
  // The zone is known only once the member is read, in parallel: it may already be tomorrow there, or still yesterday.
  const tomorrow = addDays(dateIn("UTC", now), 1);
  const dates = Array.from({ length: MORNINGS + 2 }, (_, index) => addDays(tomorrow, -index));
  const [member, { deliveries, pushes, audited, grants, missed, ...sessions }] = await Promise.all([
    asked,
    batchOf(db, {
      deliveries: selectMorningDeliveries(db, memberId, dates),
      pushes: selectMorningPushes(db, memberId, dates),
      audited: selectLastChanges(db, memberId, CHANGES),
      grants: selectGrantsOf(db, memberId),
      missed: selectMissedSlots(db, now - (MORNINGS + 2) * DAY_MS, MISSED_SLOTS),
      ...selectMornings(db, addDays(tomorrow, -MORNINGS - 1), tomorrow),
    }),
  ]);
  if (!member) return [];
  const today = dateIn(member.timezone, now);
  const joined = dateIn(member.timezone, member.createdAt);
  const own = dates.filter((date) => date <= today && date > addDays(today, -MORNINGS) && date >= joined);
  const changes = audited.map((one) => ({ ...one, details: changeDetails.parse(parseJson(one.details ?? "{}")) }));
  const changesSince = changes.length < CHANGES ? 0 : (changes.at(-1)?.at ?? 0);
  const record = { member, changes, changesSince, grants };
  const waking = wakingDates(sessions, own.at(-1) ?? today, today);
  const emailOf = (date: string): Morning => {
    const delivery = deliveries.find((one) => one.date === date);
    if (delivery) {
      const [state, { sentAt, reason }] = [WORDS[delivery.state], delivery];
      return { date, state, at: isoOrNull(sentAt), ...(state === "failed" && reason !== null ? { reason } : {}) };
    }
    const hasSession = waking.has(date);
    const state = date === today && hasSession ? stateOfToday(member, today, now) : "none";
    if (state !== "none") return { date, state, at: null };
    // If they moved again to an hour that's still to come, the email does arrive.
    const isMoved = changes.some(({ action, details }) => action === "mails.skipped" && details.date === date);
    if (isMoved) return { date, state: "moved", at: null };
    const slot = slotOf(record, date);
    const wasMissed = missed.some(({ slotAt }) => slotAt === slot);
    const why = morningGap(record, date, { wasMissed, hasSession });
    if (why === "missed") return { date, state: "missed", at: null };
    return { date, state: "none", at: null, ...(why === null ? {} : { why }) };
  };
  return own.map((date) => {
    const push = PUSH_STATES[pushes.find((one) => one.date === date)?.state ?? -1];
    return { ...emailOf(date), ...(push && { push }) };
  });
}

function stateOfToday(member: Member, today: string, now: number): MorningState {
  const hour = hourOn(member, today);
  if (hour === null) return "none";
  const slot = instantAt(today, hour, member.timezone);
  if (now > slot + CUT_OFF_MS || mailBlocker(member, slot, now) !== null) return "none";
  return slot > now ? "coming" : "late";
}
