import type { ImportSheetRequest, SheetImported } from "#domain/contract/content/days.ts";
import { selectRecorded } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { embedColumns } from "./content-item.ts";
import { planRows } from "./plan-sheet.ts";
import { writeDays } from "./write-days.ts";

const CHANGED = "Some of these days have changed since. Check the sheet again.";

/** Creates and changes a sheet's days as its plan showed, all or none. Repeating it changes nothing. @throws AppError `conflict` */
export async function importSheet(ctx: Ctx, { requestId, rows }: ImportSheetRequest): Promise<SheetImported> {
  const findDone = () => selectRecorded(ctx.db, "content.import", requestId).get();
  const answerOf = ({ details }: { details: string | null }) => JSON.parse(details ?? "") as SheetImported;
  const done = await findDone();
  if (done) return answerOf(done);
  const planned = await planRows(ctx, rows);
  const changes = planned.flatMap(({ before, change }) => (before && change ? [{ ...before, change }] : []));
  const created = planned.flatMap(({ input }) => {
    if (!input) return [];
    const { youtubeUrl, duration, transcript, ...columns } = input;
    const own = { id: crypto.randomUUID(), transcript: transcript || null, createdAt: ctx.now, updatedAt: ctx.now };
    return [{ ...columns, ...embedColumns(youtubeUrl), ...own }];
  });
  const isAsPlanned = planned.every(({ version }, index) => version === rows[index]?.version);
  if (!isAsPlanned || changes.length + created.length < rows.length) throw conflict(CHANGED);
  const details = { created: created.length, changed: changes.length };
  const written = await writeDays(
    ctx,
    { actor: "admin", action: "content.import", subject: requestId, details },
    {
      changes: changes.map(({ id, version, change }) => ({ id, version, change })),
      rows: created,
      words: [...created, ...changes.map(({ change, ...before }) => ({ ...before, ...change }))],
    },
  );
  if (written) return details;
  // The same request may have been faster.
  const first = await findDone();
  if (!first) throw conflict(CHANGED);
  return answerOf(first);
}
