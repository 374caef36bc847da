import { sha256 } from "../auth/secrets.ts";
import type { Ctx } from "../context.ts";
import { selectDueMembers } from "./due-members.queries.ts";
import { insertPage } from "./pages.queries.ts";
import type { Place } from "./strikes.ts";

/** One Resend batch call. */
export const PAGE_SIZE = 100;
/** Places asked about in one round trip. */
const PLACES_PER_CALL = 50;

type Input = { strikeAt: number; places: Place[]; nextAttemptAt: number };
type Cursor = { place: Place; afterId: string };
type Cut = { place: Place; ids: string[] };
type Written = { pageIds: string[]; dueCount: number };

/** The next hundred due at each cursor's place, in one round trip. */
async function cutPages(ctx: Ctx, strikeAt: number, cursors: Cursor[]): Promise<Cut[]> {
  const at = { strikeAt, now: ctx.now, limit: PAGE_SIZE };
  const [first, ...others] = cursors.map((cursor) => selectDueMembers(ctx.db, cursor, at));
  if (!first) return [];
  const due = await ctx.db.batch([first, ...others]);
  const cuts = cursors.map(({ place }, index) => ({ place, ids: (due[index] ?? []).map((row) => row.id) }));
  return cuts.filter((cut) => cut.ids.length > 0);
}

/** Stores pages; one whose id is there already is left as it is, since the id names whom the page holds. */
async function storePages(ctx: Ctx, cuts: Cut[], { strikeAt, nextAttemptAt }: Input): Promise<string[]> {
  const rows = cuts.map(({ place, ids }) => {
    const memberIds = JSON.stringify(ids);
    const id = `${strikeAt}.${place.timezone}.${place.hour}.${sha256(memberIds).slice(0, 16)}`;
    return { id, strikeAt, ...place, memberIds, nextAttemptAt, createdAt: ctx.now };
  });
  const [first, ...others] = rows.map((row) => insertPage(ctx.db, row));
  if (first) await ctx.db.batch([first, ...others]);
  return rows.map((row) => row.id);
}

/** Cuts everyone due at the places into pages and stores them. Doing it twice writes nothing twice. */
export async function writePages(ctx: Ctx, input: Input): Promise<Written> {
  const written: Written = { pageIds: [], dueCount: 0 };
  let cursors: Cursor[] = input.places.map((place) => ({ place, afterId: "" }));
  while (cursors.length > 0) {
    const cuts = await cutPages(ctx, input.strikeAt, cursors.slice(0, PLACES_PER_CALL));
    written.pageIds.push(...(await storePages(ctx, cuts, input)));
    written.dueCount += cuts.reduce((sum, { ids }) => sum + ids.length, 0);
    const full = cuts.filter(({ ids }) => ids.length === PAGE_SIZE);
    const further = full.map(({ place, ids }) => ({ place, afterId: ids.at(-1) ?? "" }));
    cursors = [...further, ...cursors.slice(PLACES_PER_CALL)];
  }
  return written;
}
