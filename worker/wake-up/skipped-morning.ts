import { skippedMorning } from "#domain/rules/skipped-morning.ts";
import type { Ctx } from "../context.ts";
import type { Member } from "../members/member.ts";
import { recordSkipped } from "./skipped-morning.queries.ts";
import { CUT_OFF_MS } from "./slots.ts";

type Change = { wakeUpHour?: number | undefined; timezone?: string | undefined };

/**
 * The statement that records which morning's mail a member's change of hour or zone takes away, if it takes one: for their list of
 * mornings and the administrator's. It stands behind the change's audit and writes nothing without it, nor for a morning
 * whose mail has gone out or that has none.
 */
export function noteSkippedMorning(ctx: Ctx, member: Member, { wakeUpHour, timezone }: Change, actor: string) {
  const after = { wakeUpHour: wakeUpHour ?? member.wakeUpHour, timezone: timezone ?? member.timezone };
  const date = skippedMorning(member, after, { now: ctx.now, cutOffMs: CUT_OFF_MS });
  return date === null ? [] : [recordSkipped(ctx, { actor, memberId: member.id, date })];
}
