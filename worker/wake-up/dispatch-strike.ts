import { isLive } from "#domain/rules/release.ts";
import { findContentOnDates } from "../content/content.queries.ts";
import type { ContentRow } from "../content/content-row.ts";
import type { Ctx } from "../context.ts";
import { composeIssue } from "./issue-mail.ts";
import { queuePages } from "./queue-pages.ts";
import { insertIssue, leaseStrike, type StrikeOutcome, settleStrike } from "./strikes.queries.ts";
import { placesStruckAt } from "./strikes.ts";
import { REQUEUE_AFTER_MS, STRIKE_LEASE_MS } from "./timing.ts";
import { writePages } from "./write-pages.ts";

type Input = { strikeAt: number; zones: string[]; tickAt: number; mayQueue: boolean };

/** The items whose morning this is: live on their own date, whatever a plan's early access would show. */
async function findTodaysItems(ctx: Ctx, dates: string[]): Promise<ContentRow[]> {
  const rows = await findContentOnDates(ctx.db, dates);
  return rows.filter((row) => isLive(row, row.date));
}

async function freezeIssues(ctx: Ctx, strikeAt: number, items: ContentRow[]): Promise<void> {
  const inserts = items.map((item) =>
    insertIssue(ctx.db, { ...composeIssue(ctx.config, item), strikeAt, contentId: item.id, createdAt: ctx.now }),
  );
  const [first, ...others] = inserts;
  if (first) await ctx.db.batch([first, ...others]);
}

/**
 * Settles one strike: freezes its mails, stores its pages, queues them. Safe to repeat after any interruption, since the
 * strike is settled last and every row before it is written once.
 */
export async function dispatchStrike(ctx: Ctx, { strikeAt, zones, tickAt, mayQueue }: Input): Promise<void> {
  if (!(await leaseStrike(ctx.db, strikeAt, ctx.now, ctx.now + STRIKE_LEASE_MS))) return;
  const settle = (outcome: StrikeOutcome, dueCount: number) =>
    settleStrike(ctx.db, strikeAt, { outcome, dueCount, settledAt: ctx.now });
  const places = placesStruckAt(strikeAt, zones);
  if (places.length === 0) return settle("nobody_due", 0);
  const items = await findTodaysItems(ctx, [...new Set(places.map((place) => place.localDate))]);
  if (items.length === 0) return settle("no_content", 0);

  await freezeIssues(ctx, strikeAt, items);
  const { pageIds, dueCount } = await writePages(ctx, {
    strikeAt,
    places: places.filter((place) => items.some((item) => item.date === place.localDate)),
    // Pages that may not be queued now are the next tick's, as soon as the provider takes mails again.
    nextAttemptAt: mayQueue ? ctx.now + REQUEUE_AFTER_MS : ctx.now,
  });
  if (mayQueue) await queuePages(ctx, { pageIds, tickAt });
  await settle(dueCount > 0 ? "paged" : "nobody_due", dueCount);
}
