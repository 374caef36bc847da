import {
  type CreateContentRequest,
  createContentRequest,
  type UpdateContentRequest,
  updateContentRequest,
} from "#domain/contract/content/content.ts";
import type { PlanSheetRequest, SheetPlan } from "#domain/contract/content/days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { mayBeGoingOut } from "#domain/rules/sheets.ts";
import { normaliseText } from "#domain/rules/text.ts";
import { videoAddress } from "#domain/rules/video-link.ts";
import type { Ctx } from "../kernel/context.ts";
import { FIRST_ZONE } from "./content.queries.ts";
import { changedColumns, type FieldChange } from "./content-fields.ts";
import { type LibraryRow, videoOf } from "./content-item.ts";
import { selectByDates } from "./days.queries.ts";

type Row = PlanSheetRequest["rows"][number];
type Planned = SheetPlan["rows"][number] & {
  /** What a new row creates. */
  input?: CreateContentRequest & { transcript: string };
  /** What an existing one is, and what changes. */
  before?: LibraryRow;
  change?: FieldChange;
};

const SHOWN = 200;
const STATUS_STAYS = "Emails of this day are being sent. Change its status in the editor.";
const BEGINS_AS_DRAFT = "It has started, so it becomes a draft.";

/** A cell that holds no status sets none. */
function cellsOf({ status, ...row }: Row) {
  const chosen = status?.trim().toLowerCase();
  return { ...row, ...(chosen && { status: chosen }) };
}

/** An item in the words of a sheet. */
function wordsOf(row: LibraryRow) {
  const video = videoOf(row);
  const { title, description, transcript, status } = row;
  const youtubeUrl = video ? (videoAddress(video) ?? video.ref) : "";
  return { title, description, youtubeUrl, transcript: transcript ?? "", status };
}

/** Texts that differ only by what each save normalizes are the same. */
function listChanges(before: LibraryRow, change: FieldChange): Planned["changes"] {
  const to = wordsOf({ ...before, ...change });
  return Object.entries(wordsOf(before)).flatMap(([field, old]) => {
    const next = to[field as keyof typeof to];
    return old === next || normaliseText(old) === next
      ? []
      : [{ field, from: old.slice(0, SHOWN), to: next.slice(0, SHOWN) }];
  });
}

function planExisting(row: Row, before: LibraryRow, begun: string): Planned {
  const { date, ...cells } = cellsOf(row);
  const common = { date, version: before.version, note: null, changes: [] };
  const parsed = updateContentRequest.safeParse(cells);
  const isEmpty = Object.values(cells).every((value) => value === undefined);
  if (isEmpty) return { ...common, outcome: "same" };
  if (!parsed.success) return { ...common, outcome: "refused", note: parsed.error.issues[0]?.message ?? "" };
  const change = changedColumns(parsed.data as UpdateContentRequest, before, []);
  const changes = listChanges(before, change);
  if (changes.length === 0) return { ...common, outcome: "same" };
  if (change.status && mayBeGoingOut(date, begun)) return { ...common, outcome: "refused", note: STATUS_STAYS };
  return { ...common, outcome: "changed", changes, before, change };
}

function planNew(row: Row, begun: string): Planned {
  const { transcript = "", ...cells } = cellsOf(row);
  const common = { date: row.date, version: null, note: null, changes: [] };
  const parsed = createContentRequest.safeParse(cells);
  const words = updateContentRequest.safeParse({ transcript });
  const issue = parsed.error?.issues[0] ?? words.error?.issues[0];
  if (!parsed.success || issue) return { ...common, outcome: "refused", note: issue?.message ?? "" };
  const isLate = row.date <= begun && parsed.data.status !== "draft";
  const input = { ...parsed.data, transcript: words.data?.transcript ?? "" };
  return {
    ...common,
    outcome: "new",
    note: isLate ? BEGINS_AS_DRAFT : null,
    changes: [{ field: "status", from: "", to: isLate ? "draft" : input.status }],
    input: isLate ? { ...input, status: "draft" } : input,
  };
}

/** What a sheet's rows would do, in their order. A day that has started gets no session that would be sent. */
export async function planRows(ctx: Ctx, rows: readonly Row[]): Promise<Planned[]> {
  const existing = await selectByDates(
    ctx.db,
    rows.map(({ date }) => date),
  );
  const byDate = new Map(existing.map((item) => [item.date, item]));
  const begun = dateIn(FIRST_ZONE, ctx.now);
  return rows.map((row) => {
    const before = byDate.get(row.date);
    return before ? planExisting(row, before, begun) : planNew(row, begun);
  });
}

export async function planSheet(ctx: Ctx, { rows }: PlanSheetRequest): Promise<SheetPlan> {
  const planned = await planRows(ctx, rows);
  return { rows: planned.map(({ input, before, change, ...shownRow }) => shownRow) };
}
