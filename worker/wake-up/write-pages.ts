import { sha256 } from "../auth/secrets.ts";
import type { Ctx } from "../context.ts";
import { selectDueMembers } from "./due-members.queries.ts";
import { insertPage } from "./pages.queries.ts";
import type { Place } from "./strikes.ts";
import { REQUEUE_AFTER_MS } from "./timing.ts";

/** One Resend batch call. */
export const PAGE_SIZE = 100;
/** Places asked about in one round trip. */
const PLACES_PER_CALL = 50;

type Cursor = { place: Place; afterId: string };
type Input = { strikeAt: number; places: Place[] };
type Written = { pageIds: string[]; dueCount: number };

/** Cuts everyone due at the places into pages and stores them. A page's id names whom it holds, so doing it twice writes
 * nothing twice. */
export async function writePages(ctx: Ctx, { strikeAt, places }: Input): Promise<Written> {
  const written: Written = { pageIds: [], dueCount: 0 };
  let cursors: Cursor[] = places.map((place) => ({ place, afterId: "" }));
  while (cursors.length > 0) {
    const now = cursors.slice(0, PLACES_PER_CALL);
    const further = await writeNextPages(ctx, strikeAt, now, written);
    cursors = [...further, ...cursors.slice(PLACES_PER_CALL)];
  }
  return written;
}

async function writeNextPages(ctx: Ctx, strikeAt: number, cursors: Cursor[], written: Written): Promise<Cursor[]> {
  const at = { strikeAt, now: ctx.now, limit: PAGE_SIZE };
  const [first, ...others] = cursors.map((cursor) => selectDueMembers(ctx.db, cursor, at));
  if (!first) return [];
  const due = await ctx.db.batch([first, ...others]);
  const cuts = cursors.flatMap((cursor, index) => {
    const ids = (due[index] ?? []).map((row) => row.id);
    const last = ids.at(-1);
    return last === undefined ? [] : [{ ...cursor, ids, last }];
  });
  const inserts = cuts.map(({ place, ids }) => {
    const memberIds = JSON.stringify(ids);
    const id = `${strikeAt}.${place.timezone}.${place.hour}.${sha256(memberIds).slice(0, 16)}`;
    written.pageIds.push(id);
    written.dueCount += ids.length;
    return insertPage(ctx.db, {
      id,
      strikeAt,
      ...place,
      memberIds,
      nextAttemptAt: ctx.now + REQUEUE_AFTER_MS,
      createdAt: ctx.now,
    });
  });
  const [firstInsert, ...otherInserts] = inserts;
  if (firstInsert) await ctx.db.batch([firstInsert, ...otherInserts]);
  return cuts.filter((cut) => cut.ids.length === PAGE_SIZE).map(({ place, last }) => ({ place, afterId: last }));
}
