import type { ContentMonths, ListContentQuery, ListedItem, OpenedItem } from "#domain/contract/content/content.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { monthRange } from "#domain/rules/calendar-days.ts";
import { isAnnounced } from "#domain/rules/release.ts";
import type { Caller, FromCaller, Viewer } from "../account/sessions/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { noAccess, notFound } from "../kernel/errors.ts";
import {
  countCompletedByMonth,
  type ItemRef,
  selectContentBetween,
  selectMonths,
  selectOpenedContent,
} from "./content.queries.ts";
import { type ContentRow, releasedThroughFor, toContentItem, toMemberItem, withProgress } from "./content-item.ts";
import { readOwn } from "./move-progress.ts";

/** A month's items, as this member may see them, by date. @throws AppError `no_access` */
export async function listContent(
  ctx: Ctx,
  { caller, year, month }: FromCaller<ListContentQuery>,
): Promise<ListedItem[]> {
  const range = monthRange(year, month);
  const [member, rows] = await readOwn(ctx, caller, () => selectContentBetween(ctx.db, caller.memberId, range));
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const through = releasedThroughFor(member, ctx.now);
  return rows.flatMap((row) => {
    const item = toMemberItem(row.item, through);
    return item ? [withProgress(item, row.item, row.progress)] : [];
  });
}

/** Months with items for this member, in order. Counts only released items. @throws AppError `no_access` */
export async function listMonths(ctx: Ctx, { caller }: { caller: Caller }): Promise<ContentMonths> {
  const [member, [parts, done]] = await readOwn(ctx, caller, () =>
    ctx.db.batch([selectMonths(ctx.db, ctx.now), countCompletedByMonth(ctx.db, caller.memberId, ctx.now)]),
  );
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const through = releasedThroughFor(member, ctx.now);
  const months = new Map<string, { total: number; completed: number }>();
  for (const { month, date, status, items } of parts) {
    const isReleased = date === null || date <= through;
    if (!isReleased && !isAnnounced({ date, status }, through)) continue;
    const counted = months.get(month) ?? { total: 0, completed: 0 };
    if (isReleased) counted.total += items;
    months.set(month, counted);
  }
  for (const { month, date, completed } of done) {
    const counted = months.get(month);
    if (counted && (date === null || date <= through)) counted.completed += completed;
  }
  return [...months].map(([month, counted]) => ({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    ...counted,
  }));
}

/** Returns the whole item for the administrator, or what's released to the member. @throws AppError `no_access` or `not_found` */
export async function readContent(ctx: Ctx, { viewer, ref }: { viewer: Viewer; ref: ItemRef }): Promise<OpenedItem> {
  if (viewer === "admin") {
    const row = await selectOpenedContent(ctx.db, ref, null).get();
    if (!row) throw notFound("Content");
    return { ...withProgress(toContentItem(row.item), row.item, null), ...wordsOf(row), isFavorite: false };
  }
  const [member, row] = await readOwn(ctx, viewer, () => selectOpenedContent(ctx.db, ref, viewer.memberId).get());
  if (!hasAccess(member, ctx.now)) throw noAccess();
  const item = row ? toMemberItem(row.item, releasedThroughFor(member, ctx.now)) : null;
  if (!row || !item) throw notFound("Content");
  const words = item.comingSoon ? { transcript: null, captionsFilename: null } : wordsOf(row);
  return { ...withProgress(item, row.item, row.progress), ...words, isFavorite: row.isFavorite };
}

type Words = Pick<OpenedItem, "transcript" | "captionsFilename">;

/** Captions belong to a hosted video; without one there are none. */
function wordsOf({ item, transcript }: { item: ContentRow; transcript: string | null }): Words {
  return { transcript, captionsFilename: item.videoKey === null ? null : item.captionsKey };
}
