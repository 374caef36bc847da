import * as z from "zod";
import type { MemberExport, MemberList, MemberListRequest, MemberRow } from "#domain/contract/member-list.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { selectImportNames } from "../account/invitations/invitation-pace.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { type Cursor, cursorText, parseCursor } from "../kernel/cursor.ts";
import {
  type FoundMember,
  INSIDE,
  isByEmail,
  LOOKED_TO,
  type Page,
  selectLabels,
  selectPage,
} from "./list-members.queries.ts";

const PAGE = 25;
/** Rows a page reads from an index that covers only part of the filter. The page may then be short, with more to follow. */
const ROWS_READ = 150;
/** By email, a filter that one member in 14 matches still fills each page. */
const ROWS_READ_BY_EMAIL = 360;
const MOST_LABELS = 100;
const MOST_IMPORTS = 50;

type Listed = MemberExport & Pick<MemberListRequest, "sort">;

/** The number of rows that surely fill a page, or that it may read in vain. */
function limitOf({ sort, joinedFrom, joinedThrough, inside: _, ...filter }: Listed, size: number): number {
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  const isInOrder = given.every((name) => name === "type" || name === "status");
  const isJoined = Boolean(joinedFrom || joinedThrough);
  const isCovered = (isInOrder && !isByEmail(sort)) || (!isJoined && given.length <= (isInOrder ? 0 : 1));
  if (isCovered) return size + 1;
  return Math.max(size + 1, isInOrder && isByEmail(sort) ? ROWS_READ_BY_EMAIL : ROWS_READ);
}

type Slice = { members: MemberRow[]; next: Cursor | null };

/** Takes matching rows until there are enough. */
function take(found: FoundMember[], { limit, size }: { limit: number; size: number }): Slice {
  const members: MemberRow[] = [];
  let last: FoundMember | undefined;
  for (const row of found) {
    if (members.length === size) break;
    last = row;
    if (row.isIn) members.push(toRow(row));
  }
  const isOver = found.length < limit && last === found.at(-1) && last?.at !== LOOKED_TO;
  return {
    members,
    next: last && !isOver ? { at: last.at === LOOKED_TO ? INSIDE : last.at, id: last.place } : null,
  };
}

function toRow({
  suppressedAt,
  createdAt,
  subscriptionEndsAt,
  at: _,
  place: __,
  isIn: ___,
  labels,
  ...row
}: FoundMember) {
  return {
    ...row,
    labels: z.array(z.string()).parse(JSON.parse(labels)),
    subscriptionEndDate: isoOrNull(subscriptionEndsAt),
    createdAt: new Date(createdAt).toISOString(),
    isSuppressed: suppressedAt !== null,
  } satisfies MemberRow;
}

function pageOf(ctx: Ctx, listed: Listed, after: Cursor | null, size: number): Page {
  return { ...listed, after, limit: limitOf(listed, size), now: ctx.now };
}

/** Reads a bounded number of rows, so it may return fewer than asked for even though more follow. */
export async function readSlice(ctx: Ctx, listed: Listed, from: Cursor | null, size: number): Promise<Slice> {
  const page = pageOf(ctx, listed, from, size);
  return take(await selectPage(ctx.db, page), { limit: page.limit, size });
}

/** Returns a page of members in one D1 call: newest first unless sorted; searches and lists have their own order. */
export async function listMembers(ctx: Ctx, { cursor, ...filter }: MemberListRequest): Promise<MemberList> {
  const from = parseCursor(cursor);
  const page = pageOf(ctx, filter, from, PAGE);
  const { found, labels, imports } = await batchOf(ctx.db, {
    found: selectPage(ctx.db, page),
    labels: selectLabels(ctx.db, MOST_LABELS),
    imports: selectImportNames(ctx.db, MOST_IMPORTS),
  });
  const { members, next } = take(found, { limit: page.limit, size: PAGE });
  return {
    members,
    next: next && cursorText(next),
    labels: labels.map(({ label }) => label),
    imports,
    isInside: Boolean(page.q) && found.every(({ at }) => at >= INSIDE),
  };
}
