import type { MemberCounts } from "#domain/contract/member-list.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { MEMBER_STATUSES } from "#domain/rules/member-status.ts";
import { SUBSCRIPTION_TYPES } from "#domain/rules/plans.ts";
import type { Ctx } from "../kernel/context.ts";
import { countGroups, selectMemberCount } from "./count-members.queries.ts";
import { MOST_SEARCHED_INSIDE } from "./list-members.queries.ts";
import { countByStatus } from "./member-status.queries.ts";

/** The last counts by configuration, which exists once per isolate. */
const counted = new WeakMap<object, { at: number; counts: MemberCounts }>();

/** How many members each filter has, as of the last minute: counting reads two rows a member. */
export async function countMembers(ctx: Ctx): Promise<MemberCounts> {
  const last = counted.get(ctx.config);
  if (last && ctx.now >= last.at && ctx.now < last.at + MINUTE_MS) return last.counts;
  const counts = await countNow(ctx);
  counted.set(ctx.config, { at: ctx.now, counts });
  return counts;
}

/** Counts by type and status read every member, so a large installation has none. */
async function countNow(ctx: Ctx): Promise<MemberCounts> {
  const [[totals], [groups]] = await ctx.db.batch([selectMemberCount(ctx.db), countGroups(ctx.db, ctx.now)]);
  const members = totals?.members ?? 0;
  const searchesInside = members <= MOST_SEARCHED_INSIDE;
  const words = searchesInside ? await countByStatus(ctx.db, ctx.now) : [];
  const sum = (isCounted: (row: (typeof words)[number]) => boolean) =>
    words.filter(isCounted).reduce((total, row) => total + row.members, 0);
  const of = <Word extends string>(list: readonly Word[], count: (word: Word) => number) =>
    searchesInside ? (Object.fromEntries(list.map((word) => [word, count(word)])) as Record<Word, number>) : null;
  return {
    members,
    searchesInside,
    types: of(SUBSCRIPTION_TYPES, (word) => sum(({ type, row }) => type === word && row !== "none")),
    statuses: of(MEMBER_STATUSES, (word) => sum(({ status }) => status === word)),
    groups: groups ?? { "out-of-sync": 0, "trial-ends": 0, bounced: 0 },
  };
}
