import type { ImportSheetRequest, SheetImported } from "#domain/contract/content/days.ts";
import { selectRecorded } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hashing.ts";
import { embedColumns } from "./content-item.ts";
import { planRows } from "./plan-sheet.ts";
import { writeDays } from "./write-days.ts";

/** What a search looks through. */
const WORDS = ["title", "description", "transcript"];

/** The ID that a request gives to the session of a date: the same in each repetition. */
function idOf(requestId: string, date: string): string {
  const hash = sha256(`${requestId} ${date}`);
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-8$3-8$4-");
}

/** Creates and changes a sheet's days as its plan showed, all or none. Repeating it changes nothing. @throws AppError `conflict` */
export async function importSheet(ctx: Ctx, { requestId, rows }: ImportSheetRequest): Promise<SheetImported> {
  const isNew = ({ version }: { version: number | null }) => version === null;
  const answer = { rows: rows.filter(isNew).map(({ date }) => ({ date, id: idOf(requestId, date) })) };
  const findDone = () => selectRecorded(ctx.db, "content.import", requestId).get();
  const [done, planned] = await Promise.all([findDone(), planRows(ctx, rows)]);
  if (done) return answer;
  const changed = planned.flatMap(({ before, change }) => (before && change ? [{ ...before, change }] : []));
  const created = planned.flatMap(({ input }) => {
    if (!input) return [];
    const { youtubeUrl, duration, transcript, ...columns } = input;
    const id = idOf(requestId, input.date);
    const own = { id, transcript: transcript || null, createdAt: ctx.now, updatedAt: ctx.now };
    return [{ ...columns, ...embedColumns(youtubeUrl), ...own }];
  });
  const isAsPlanned = planned.every(({ version }, index) => version === rows[index]?.version);
  if (isAsPlanned && changed.length + created.length === rows.length) {
    const dates = rows.map(({ date }) => date);
    const details = { created: created.length, changed: changed.length, dates };
    const entry = { actor: "admin", action: "content.import", subject: requestId, details } as const;
    const changes = changed.map(({ id, version, change }) => ({ id, version, change }));
    const isReworded = ({ change }: (typeof changed)[number]) => WORDS.some((name) => name in change);
    const words = [
      ...created,
      ...changed.filter(isReworded).map(({ change, ...before }) => ({ ...before, ...change })),
    ];
    if (await writeDays(ctx, entry, { changes, rows: created }, words)) return answer;
  }
  // The same request may have been faster.
  if (await findDone()) return answer;
  throw conflict("Some of these days have changed since. Check them again.");
}
