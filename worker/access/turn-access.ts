import type { Ctx } from "../kernel/context.ts";
import { errorFields, log } from "../kernel/log.ts";
import { recomputeAccess, selectMembersChangingBy } from "./access-grants.queries.ts";

/**
 * What time alone does to access: recomputes the members for whom a grant has begun or ended by the tick's time. A tick ahead
 * of time turns the words that people see, but neither access nor the mornings between.
 */
export async function turnAccess(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  const changing = await selectMembersChangingBy(ctx.db, tickAt);
  if (changing.length === 0) return;
  const turn = (ids: string[]) => recomputeAccess(ctx.db, ids, { now: ctx.now, wordsAt: tickAt });
  const ids = changing.map(({ id }) => id);
  try {
    await turn(ids);
  } catch {
    // One whose columns the database refuses would hold up all others, at each tick again.
    for (const id of ids) {
      await turn([id]).catch((error) => log("error", "access_not_turned", { memberId: id, ...errorFields(error) }));
    }
  }
}
