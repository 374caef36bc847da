import { skippedMornings } from "#domain/rules/skipped-morning.ts";
import { selectMornings } from "../content/fallbacks.queries.ts";
import { wakingDates } from "../content/fallbacks.ts";
import type { Ctx } from "../context.ts";
import type { Member } from "../members/member.ts";
import { recordSkipped } from "./skipped-morning.queries.ts";
import { CUT_OFF_MS } from "./slots.ts";

type Change = { wakeUpHour?: number | undefined; timezone?: string | undefined };

/**
 * The statement that records which mornings' mails a member's change of hour or zone takes away, if it takes any: for their list of
 * mornings and the administrator's. It stands behind the change's audit and writes nothing without it, nor for a morning
 * whose mail has gone out. One that would have woken with nothing, neither content nor a fallback, is left out.
 */
export async function noteSkippedMornings(ctx: Ctx, member: Member, { wakeUpHour, timezone }: Change, actor: string) {
  const after = { wakeUpHour: wakeUpHour ?? member.wakeUpHour, timezone: timezone ?? member.timezone };
  const dates = skippedMornings(member, after, { now: ctx.now, cutOffMs: CUT_OFF_MS });
  const [first, through = first] = [dates[0], dates.at(-1)];
  if (first === undefined || through === undefined) return [];
  const waking = wakingDates(await ctx.db.batch(selectMornings(ctx.db, first, through)), first, through);
  const lost = dates.filter((date) => waking.has(date));
  return lost.length === 0 ? [] : [recordSkipped(ctx, { actor, memberId: member.id, dates: lost })];
}
