import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DAYS_AHEAD, mailBlocker, nextWakeUpAt } from "#domain/rules/mail-blocker.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMornings } from "../../content/fallbacks.queries.ts";
import { type Mornings, wakingDates } from "../../content/fallbacks.ts";
import type { Ctx } from "../../kernel/context.ts";

/** Covers every zone: the member may be read in the same batch. */
export function selectComing({ db, now }: Pick<Ctx, "db" | "now">) {
  const today = dateIn("UTC", now);
  return selectMornings(db, addDays(today, -1), addDays(today, DAYS_AHEAD + 1));
}

/** When (epoch ms) a member's next wake-up email is due, or with `morningBlocker` the next morning by any way; null if none is coming. */
export function nextMailAt({ now }: Pick<Ctx, "now">, member: Member, coming: Mornings, blocker = mailBlocker) {
  const today = dateIn(member.timezone, now);
  return nextWakeUpAt(member, wakingDates(coming, today, addDays(today, DAYS_AHEAD)), now, blocker);
}
