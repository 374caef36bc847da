import * as z from "zod";
import type { MemberFilter, MemberList, MemberListRequest, MemberRow } from "#domain/contract/member-list.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import type { Ctx } from "../kernel/context.ts";
import { invalid } from "../kernel/errors.ts";
import {
  type FoundMember,
  SOURCES,
  type Source,
  type SourceCursor,
  selectFromSource,
  selectLabels,
} from "./list-members.queries.ts";

const PAGE = 25;
/** Rows a page reads from an index that covers only part of the filter. The page may then be short, with more to follow. */
const ROWS_READ = 150;
/** By email, a filter that one member in 16 matches still fills each page. */
const ROWS_READ_BY_EMAIL = 400;
const MOST_LABELS = 100;

const cursor = z.object({ source: z.enum(SOURCES), key: z.union([z.string(), z.number()]), id: z.string() });
type Cursor = z.infer<typeof cursor>;

function toText({ source, key, id }: Cursor): string {
  return btoa(encodeURIComponent(JSON.stringify({ source, key, id })));
}

/** @throws AppError `validation` for an unknown cursor */
function fromText(text: string): Cursor {
  try {
    return cursor.parse(JSON.parse(decodeURIComponent(atob(text))));
  } catch {
    throw invalid("The list has changed. Reload it.");
  }
}

const SHORTEST_INSIDE = 3;

type Listed = MemberFilter & Pick<MemberListRequest, "sort">;

/** Returns the indexes that together cover everyone matching, in reading order. */
function sourcesOf({ q, label, group, status, failedSlot, sort }: Listed): Source[] {
  if (failedSlot) return ["failed-slot"];
  if (group) return [group];
  if (status === "past-due" || status === "cancels") return [status];
  if (!q && label) return ["label"];
  if (!q && isByEmail(sort)) return [sort];
  if (!q) return [sort === "oldest" ? "oldest" : "all"];
  return q.length < SHORTEST_INSIDE ? NAMES : [...NAMES, "inside"];
}

const NAMES: Source[] = ["address", "full-name", "last-name"];

function isWanted(row: FoundMember & { labelList: string[] }, { type, status, label }: MemberFilter): boolean {
  return (
    row.isOut === 0 &&
    (!type || (row.subscriptionType === type && (status || row.status !== "none"))) &&
    (!status || row.status === status) &&
    (!label || row.labelList.includes(label))
  );
}

type Slice = { members: MemberRow[]; next: Cursor | null };

/** Takes matching rows from a source until there are enough. `next` is null once the source has no more. */
function take(source: Source, found: FoundMember[], limit: number, wanted: number, filter: MemberFilter): Slice {
  const members: MemberRow[] = [];
  let last: FoundMember | undefined;
  for (const row of found) {
    if (members.length === wanted) break;
    last = row;
    const labelList = z.array(z.string()).parse(JSON.parse(row.labels));
    if (isWanted({ ...row, labelList }, filter)) members.push(toRow(row, labelList));
  }
  const isOver = found.length < limit && last === found.at(-1);
  if (isOver) return { members, next: null };
  return { members, next: last ? { source, key: last.key, id: last.id } : null };
}

function toRow(
  { suppressedAt, createdAt, subscriptionEndsAt, key: _, isOut: __, ...row }: FoundMember,
  labels: string[],
) {
  return {
    ...row,
    labels,
    subscriptionEndDate: isoOrNull(subscriptionEndsAt),
    createdAt: new Date(createdAt).toISOString(),
    isSuppressed: suppressedAt !== null,
  } satisfies MemberRow;
}

const isByEmail = (source: Source | Listed["sort"]) => source === "email" || source === "email-desc";

const startOf = (source: Source | undefined): Cursor | null => (source ? { source, key: "", id: "" } : null);

/** Reads a bounded number of rows, so it may return fewer than asked for even though more follow. It looks inside only if beginnings leave room. */
export async function readSlice(ctx: Ctx, listed: Listed, from: Cursor | null, size: number): Promise<Slice> {
  const { label = "", failedSlot = "", type, status } = listed;
  const q = (listed.q ?? "").replace(/\s+/g, " ");
  const filter = { ...listed, q };
  const sources = sourcesOf(filter);
  const readable = isByEmail(sources[0]) ? ROWS_READ_BY_EMAIL : ROWS_READ;
  // The index of these has the filter, so few rows are read in vain.
  const isJoined = sources[0] === "all" || sources[0] === "oldest";
  const isExact = isJoined || ((sources[0] === "label" || isByEmail(sources[0])) && !type && !status);
  const limit = isExact ? size + 1 : Math.max(size + 1, readable);
  const first = from ? sources.indexOf(from.source) : 0;
  if (first < 0) throw invalid("The list has changed. Reload it.");
  const read = (source: Source, after: SourceCursor | null) =>
    selectFromSource(ctx.db, { source, after, limit, now: ctx.now, q, label, type, status, failedSlot });
  const left = sources.slice(first);
  const beginnings = left.map((source, index) =>
    source === "inside" ? null : read(source, index === 0 ? from : null),
  );
  const found = await Promise.all(beginnings);
  const members: MemberRow[] = [];
  for (const [index, source] of left.entries()) {
    const rows = found[index] ?? (await read(source, index === 0 ? from : null));
    const taken = take(source, rows, limit, size - members.length, filter);
    members.push(...taken.members);
    if (taken.next) return { members, next: taken.next };
    if (members.length === size) return { members, next: startOf(left[index + 1]) };
  }
  return { members, next: null };
}

/** Returns a page of members: newest first unless sorted, a search alphabetically, a label last labeled first. */
export async function listMembers(ctx: Ctx, { cursor: text, ...filter }: MemberListRequest): Promise<MemberList> {
  const from = text === undefined ? null : fromText(text);
  const [{ members, next }, labels] = await Promise.all([
    readSlice(ctx, filter, from, PAGE),
    selectLabels(ctx.db, MOST_LABELS),
  ]);
  return { members, next: next && toText(next), labels: labels.map(({ label }) => label) };
}
