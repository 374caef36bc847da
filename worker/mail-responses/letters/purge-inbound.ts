import type { Ctx } from "../../kernel/context.ts";
import { deleteInboundBefore } from "./inbound.queries.ts";
import { RAW_PREFIX } from "./store-raw.ts";

/** How many of each an hour's run takes away; R2 lists and deletes at most a thousand at once. */
const SLICE = 500;

/**
 * Forgets mails older than the setting says, rows and files. Files are found by the day in their names, so that one without a row
 * goes as well.
 */
export async function purgeInbound(ctx: Ctx): Promise<void> {
  const before = ctx.now - ctx.config.inboundKeptMs;
  await deleteInboundBefore(ctx.db, before, SLICE);
  const { objects } = await ctx.bucket.list({ prefix: RAW_PREFIX, limit: SLICE });
  const lastDay = `${RAW_PREFIX}${new Date(before).toISOString().slice(0, 10)}`;
  // A file of the last day may still have its row.
  const old = objects.map(({ key }) => key).filter((key) => key < lastDay);
  if (old.length > 0) await ctx.bucket.delete(old);
}
