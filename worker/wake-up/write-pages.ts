import { sha256 } from "../auth/secrets.ts";
import type { Ctx } from "../context.ts";
import { type Cursor, listPlacesInUse, selectDueMembers } from "./due-members.queries.ts";
import { type NewPage, storePages } from "./pages.queries.ts";
import type { Place } from "./strikes.ts";

/** One Resend batch call. */
const PAGE_SIZE = 100;
/** Members of one place, and places, asked about in one round trip: about a megabyte of ids and of pages. */
const MEMBERS_PER_PLACE = 20 * PAGE_SIZE;
const PLACES_PER_CALL = 10;

type Input = { strikeAt: number; places: Place[]; nextAttemptAt: number };
type Written = { pageIds: string[]; dueCount: number };
type Found = { place: Place; ids: string[] };

async function findDue(ctx: Ctx, strikeAt: number, cursors: Cursor[]): Promise<Found[]> {
  const at = { strikeAt, now: ctx.now, limit: MEMBERS_PER_PLACE };
  const [first, ...others] = cursors.map((cursor) => selectDueMembers(ctx.db, cursor, at));
  if (!first) return [];
  const due = await ctx.db.batch([first, ...others]);
  return cursors.map(({ place }, index) => ({ place, ids: (due[index] ?? []).map((row) => row.id) }));
}

/** A page's id names whom it holds, so storing a cut twice writes nothing twice. */
function cutPages({ place, ids }: Found, { strikeAt, nextAttemptAt }: Input, createdAt: number): NewPage[] {
  return Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, index) => {
    const memberIds = JSON.stringify(ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE));
    const id = `${strikeAt}.${place.timezone}.${place.hour}.${sha256(memberIds).slice(0, 16)}`;
    return { id, strikeAt, ...place, memberIds, nextAttemptAt, createdAt };
  });
}

/** Cuts everyone due at the places into pages of a hundred and stores them. */
export async function writePages(ctx: Ctx, input: Input): Promise<Written> {
  const written: Written = { pageIds: [], dueCount: 0 };
  const inUse = await listPlacesInUse(ctx.db, input.places);
  let cursors: Cursor[] = inUse.map((place) => ({ place, afterId: "" }));
  while (cursors.length > 0) {
    const found = await findDue(ctx, input.strikeAt, cursors.slice(0, PLACES_PER_CALL));
    const pages = found.flatMap((due) => cutPages(due, input, ctx.now));
    if (pages.length > 0) await storePages(ctx.db, pages);
    written.pageIds.push(...pages.map((page) => page.id));
    written.dueCount += found.reduce((sum, { ids }) => sum + ids.length, 0);
    const full = found.filter(({ ids }) => ids.length === MEMBERS_PER_PLACE);
    const further = full.map(({ place, ids }) => ({ place, afterId: ids.at(-1) ?? "" }));
    cursors = [...further, ...cursors.slice(PLACES_PER_CALL)];
  }
  return written;
}
