import type { CreateManyRequest, CreateManyResponse } from "#domain/contract/content/create-many.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { sha256 } from "../kernel/hashing.ts";
import { embedColumns, type NewContent } from "./content-item.ts";
import { insertMany, selectMany } from "./create-many.queries.ts";

/** The ID that a request gives to the session of a date: the same in each repetition. */
function idOf(requestId: string, date: string): string {
  const hash = sha256(`${requestId} ${date}`);
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-8$3-8$4-");
}

/** A past date would be released without anyone noticing, so its session begins as a draft. */
function toRow(ctx: Ctx, requestId: string, row: CreateManyRequest["rows"][number]): NewContent {
  const { youtubeUrl, duration, transcript, status, ...texts } = row;
  return {
    id: idOf(requestId, row.date),
    ...texts,
    ...embedColumns(youtubeUrl),
    status: row.date < dateIn(DEFAULT_ZONE, ctx.now) ? "draft" : status,
    transcript: transcript || null,
    durationSeconds: duration ?? null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/** Creates what has no session yet. A date that's taken doesn't hold up the others, and a repeated row changes nothing. */
export async function createMany(ctx: Ctx, { requestId, rows }: CreateManyRequest): Promise<CreateManyResponse> {
  const all = rows.map((row) => toRow(ctx, requestId, row));
  const before = await selectMany(ctx.db, all);
  const isKnown = (row: NewContent) => before.some(({ id, date }) => id === row.id || date === row.date);
  const fresh = all.filter((row) => !isKnown(row));
  const [first] = fresh;
  const details = { dates: fresh.map(({ date }) => date) };
  const found = first
    ? (
        await ctx.db.batch([
          insertMany(ctx.db, fresh),
          auditChange(ctx, { actor: "admin", action: "content.create-many", subject: first.date, details }),
          selectMany(ctx.db, all),
        ])
      )[2]
    : before;
  const own = new Map(found.map(({ deletedAt, ...item }) => [item.id, deletedAt === null ? item : null]));
  return { rows: all.map(({ id, date }) => ({ date, item: own.get(id) ?? null })) };
}
