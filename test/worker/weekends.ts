import { wakeUpPlans } from "#db/schema/wake-up.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import type { WeekHours } from "#domain/rules/week-hours.ts";
import { planFrom } from "#domain/rules/weekends.ts";
import { CHICAGO, dayAhead } from "#test/support/fixtures.ts";
import type { NewMember } from "#worker/account/member/member.ts";
import { createMember, db, rowsOf } from "./factories.ts";

/** The first Friday at least a week away, and the days after it. */
export const FRIDAY = (() => {
  const day = new Date(`${dayAhead(7)}T00:00:00Z`).getUTCDay();
  return dayAhead(7 + ((12 - day) % 7));
})();
export const SATURDAY = addDays(FRIDAY, 1);
export const SUNDAY = addDays(FRIDAY, 2);
export const MONDAY = addDays(FRIDAY, 3);

/** An hour of a day in Chicago (epoch ms). */
export const on = (date: string, hour: number) => instantAt(date, hour, CHICAGO);

/** A member in Chicago who chose their hours at an instant. */
export async function createPlanned(hours: WeekHours, at = on(FRIDAY, 12), overrides: Partial<NewMember> = {}) {
  const { plan, wakeUpHour, restsUntil } = planFrom(hours, overrides.timezone ?? CHICAGO, at);
  const wakeUpSince = Math.max(at, restsUntil ?? 0);
  const member = await createMember({ wakeUpHour, wakeUpSince, accessEndsAt: on(MONDAY, 23), ...overrides });
  await db.insert(wakeUpPlans).values({ memberId: member.id, ...plan });
  return member;
}

/** A member's hour and, if they have a plan, its columns. */
export async function hoursOf({ id }: { id: string }) {
  const [row] = await rowsOf(
    `select m.wake_up_hour as hour, m.wake_up_since as since, p.weekday_hour as weekday, p.weekend_hour as weekend, p.next_change_at as next
     from members m left join wake_up_plans p on p.member_id = m.id where m.id = ?`,
    id,
  );
  return row as { hour: number; since: number; weekday: number | null; weekend: number | null; next: number | null };
}
