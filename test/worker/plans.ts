/* Weekend hours as 0.2.0 kept them, for the tests of how they're taken over. */

import { wakeUpPlans } from "#db/schema/wake-up.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { wallClockIn } from "#domain/rules/local-time.ts";
import { isWeekend } from "#domain/rules/week-hours.ts";
import type { NewMember } from "#worker/account/member/member.ts";
import { createMember, db, rowsOf } from "./factories.ts";

const EVENING = 20;
const MARGIN_MS = 15 * MINUTE_MS;

/** Null: no email on weekends. */
export type Plan = { weekdayHour: number; weekendHour: number | null };
/** A member's row and plan. */
export type Planned = Plan & { wakeUpHour: number; wakeUpSince: number; timezone: string; nextChangeAt: number };

const plannedHour = ({ weekdayHour, weekendHour }: Plan, date: string) => (isWeekend(date) ? weekendHour : weekdayHour);
const eveOf = (date: string, zone: string) => instantAt(addDays(date, -1), EVENING, zone);

function dateAhead(zone: string, now: number): string {
  const { date, hour } = wallClockIn(zone, now);
  return hour >= EVENING ? addDays(date, 1) : date;
}

function heldAt(plan: Plan, zone: string, now: number) {
  const date = dateAhead(zone, now);
  let other = addDays(date, 1);
  while (isWeekend(other) === isWeekend(date)) other = addDays(other, 1);
  const hour = plannedHour(plan, date);
  return {
    wakeUpHour: hour ?? plan.weekdayHour,
    restsUntil: hour === null ? instantAt(other, 0, zone) : null,
    nextChangeAt: eveOf(other, zone),
  };
}

/** What choosing these hours left. */
export function chosenAt(plan: Plan, timezone: string, now: number): Planned {
  const { restsUntil, ...held } = heldAt(plan, timezone, now);
  return { ...plan, ...held, timezone, wakeUpSince: Math.max(now, restsUntil ?? 0) };
}

/** What a tick left: a due switch or, if that came too late for its date, another one in the evening. */
export function tickedAt(member: Planned, now: number): Planned {
  if (member.nextChangeAt > now) return member;
  const { wakeUpHour, timezone } = member;
  const { restsUntil, ...held } = heldAt(member, timezone, now);
  const date = dateAhead(timezone, now);
  if (now + MARGIN_MS >= instantAt(date, Math.min(wakeUpHour, held.wakeUpHour), timezone))
    return { ...member, nextChangeAt: eveOf(addDays(date, 1), timezone) };
  const wakeUpSince = Math.max(held.wakeUpHour === wakeUpHour ? member.wakeUpSince : now, restsUntil ?? 0);
  return { ...member, ...held, wakeUpSince };
}

/** Stores a member with a plan. */
export async function createPlanned(planned: Planned, overrides: Partial<NewMember> = {}) {
  const { weekdayHour, weekendHour, nextChangeAt, ...row } = planned;
  const member = await createMember({ ...row, ...overrides });
  await db.insert(wakeUpPlans).values({ memberId: member.id, weekdayHour, weekendHour, nextChangeAt });
  return member;
}

type Turn = { id: string; before: Planned; after: Planned };

/** Writes a tick's switches as 0.2.0 did: only for plans that are as it read them. */
export async function writeTurns(turns: Turn[]): Promise<void> {
  const json = JSON.stringify(turns);
  const unchanged = `json_each(?) j join wake_up_plans p on p.member_id = j.value ->> 'id'
    and p.next_change_at = j.value ->> '$.before.nextChangeAt' and p.weekday_hour = j.value ->> '$.before.weekdayHour'
    and p.weekend_hour is j.value ->> '$.before.weekendHour'`;
  await rowsOf(
    `update members set wake_up_hour = j.value ->> '$.after.wakeUpHour', wake_up_since = j.value ->> '$.after.wakeUpSince'
     from ${unchanged} where members.id = p.member_id`,
    json,
  );
  await rowsOf(
    `update wake_up_plans set next_change_at = j.value ->> '$.after.nextChangeAt'
     from ${unchanged} where wake_up_plans.member_id = p.member_id`,
    json,
  );
}
