import * as z from "zod";
import type { ComingPurge, RetentionReport } from "#domain/contract/privacy.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type Coming, KEPT_MS, NOTICE_MS, selectComing, selectPurged } from "./purge-members.queries.ts";

const AHEAD_MS = 30 * DAY_MS;
const MOST = { coming: 200, purged: 50 };

const counts = z.record(z.string(), z.int());

function toComing({ id, email, endedAt, purgeAt, deletedAt, isHeld }: Coming, now: number): ComingPurge {
  // Members not yet notified get two weeks from their notice.
  const at = purgeAt ?? Math.max(endedAt + KEPT_MS, now + NOTICE_MS);
  return {
    id,
    email,
    since: new Date(deletedAt ?? endedAt).toISOString(),
    reason: deletedAt === null ? "access_ended" : "account_closed",
    purgeAt: new Date(at).toISOString(),
    isNotified: purgeAt !== null,
    isHeld: isHeld === 1,
  };
}

/** Returns the purges of the next 30 days and the results of past ones. */
export async function readRetention(ctx: Ctx): Promise<RetentionReport> {
  const [coming, purged] = await ctx.db.batch([
    selectComing(ctx.db, { now: ctx.now, until: ctx.now + AHEAD_MS, limit: MOST.coming }),
    selectPurged(ctx.db, MOST.purged),
  ]);
  return {
    coming: coming.map((one) => toComing(one, ctx.now)),
    purged: purged.map(({ id, at, details }) => ({
      memberId: id,
      at: new Date(at).toISOString(),
      counts: details === null ? {} : counts.parse(JSON.parse(details)),
    })),
  };
}
