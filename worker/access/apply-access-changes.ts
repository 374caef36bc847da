import type { Ctx } from "../kernel/context.ts";
import { errorFields, log } from "../kernel/log.ts";
import { recomputeAccess, selectMembersChangingBy } from "./access-grants.queries.ts";

/** Recomputes members whose grants begin or end by the tick's time. An early tick changes only the words people see, not access. */
export async function applyAccessChanges(ctx: Ctx, { tickAt }: { tickAt: number }): Promise<void> {
  const changing = await selectMembersChangingBy(ctx.db, tickAt);
  if (changing.length === 0) return;
  const turn = (ids: string[]) => recomputeAccess(ctx.db, ids, { now: ctx.now, wordsAt: tickAt });
  const ids = changing.map(({ id }) => id);
  try {
    await turn(ids);
  } catch {
    // One row that the database refuses would block all others at every tick.
    for (const id of ids) {
      await turn([id]).catch((error) => log("error", "access_not_turned", { memberId: id, ...errorFields(error) }));
    }
  }
}
