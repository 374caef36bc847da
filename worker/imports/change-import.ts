import type { MemberImport } from "#domain/contract/imports.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { isAsking } from "#domain/rules/import-answers.ts";
import { type ImportState, UNDO_MS } from "#domain/rules/imports.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { deleteFiles, planOf } from "./import-file.ts";
import { changeImport, deleteUnstarted, type ImportRow, recordResult, selectImport } from "./imports.queries.ts";
import { NOT_FOUND, requireFile, toImport } from "./imports.ts";

type Step = {
  action: AuditAction;
  from: ImportState[];
  change: Partial<ImportRow>;
  isDone: ImportState[];
  refusal: string;
};

/** Moves an import on. A repeated request changes nothing. @throws AppError `not_found`, `conflict` if it's past that step */
async function move(ctx: Ctx, id: string, { action, from, change, isDone, refusal }: Step): Promise<MemberImport> {
  const [[moved], , , [present]] = await ctx.db.batch([
    changeImport(ctx.db, id, from, change),
    auditChange(ctx, { actor: "admin", action, subject: id }),
    recordResult(ctx.db, id),
    selectImport(ctx.db, id),
  ]);
  if (!present) throw notFound("Import");
  if (!moved && !isDone.includes(present.state)) throw conflict(refusal);
  return toImport(present, ctx.now);
}

type Ref = { id: string };

const UNCHECKED = "Check the file and answer its questions first.";

/** Begins, or waits for the import before it to end. @throws AppError `not_found`, `gone`, `conflict` if it isn't checked */
export async function startImport(ctx: Ctx, { id }: Ref): Promise<MemberImport> {
  const row = await requireFile(ctx, id);
  if (row.state === "checked" && row.created === 0) throw conflict("There's nothing to import in this file.");
  const { start, found, answers, openStatus } = planOf(row);
  if (row.state === "checked" && (found === undefined || isAsking({ ...NOT_FOUND, ...found, openStatus }, answers)))
    throw conflict(UNCHECKED);
  const zero = { offsetBytes: start, rowsDone: 0, created: 0, refused: 0, leaseUntil: 0 };
  return move(ctx, id, {
    action: "import.start",
    from: ["checked"],
    change: { ...zero, state: "waiting", startedAt: ctx.now },
    isDone: ["waiting", "running", "done"],
    refusal: UNCHECKED,
  });
}

/** Stops an import. What is created stays. Of one that hasn't begun, only the audit log's entries do. @throws AppError `not_found`, `conflict` */
export async function cancelImport(ctx: Ctx, { id }: Ref): Promise<MemberImport> {
  const stopped = await move(ctx, id, {
    action: "import.cancel",
    from: ["uploaded", "checking", "checked", "waiting", "running"],
    change: { state: "cancelled", endedAt: ctx.now },
    isDone: ["cancelled"],
    refusal: "This import is already done.",
  });
  if (stopped.rowsDone > 0) return stopped;
  await deleteFiles(ctx, id);
  await deleteUnstarted(ctx.db, id);
  return { ...stopped, hasFile: false };
}

/** Removes, slice by slice, the accounts that no one has invited. @throws AppError `not_found`, `conflict` after 24 hours */
export async function undoImport(ctx: Ctx, { id }: Ref): Promise<MemberImport> {
  const row = await selectImport(ctx.db, id).get();
  const isLate = row?.endedAt && row.endedAt + UNDO_MS <= ctx.now && row.state !== "undone";
  if (isLate) throw conflict("An import can be undone for 24 hours after it ends.");
  return move(ctx, id, {
    action: "import.undo",
    from: ["done", "cancelled"],
    change: { state: "undoing" },
    isDone: ["undoing", "undone"],
    refusal: "This import hasn't finished yet.",
  });
}
