import type { CheckImportRequest, ImportPeople, MemberImport } from "#domain/contract/imports.ts";
import type { WithId } from "#domain/contract/members.ts";
import type { ImportGroup } from "#domain/rules/import-result.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError, conflict, invalid, notFound } from "../kernel/errors.ts";
import { checkKeyOf, type FilePlan, NO_ANSWERS, type Place, planOf, rowNumber } from "./import-file.ts";
import { changeImport, type ImportRow, moveCheck, selectImport, selectMade } from "./imports.queries.ts";
import { requireFile, toImport } from "./imports.ts";
import { judgeRows } from "./judge-rows.ts";
import { emptyTally, foundIn, orderOf, type Tally, tallyRow } from "./tally-rows.ts";

/** A request's part of a check, about a second of CPU; the page asks for the next. */
const ROWS_PER_REQUEST = 20_000;
const WORK_MS = 5000;

/** A check between two requests. `run` names it, so that an earlier one isn't continued. */
type Progress = { run: string; place: Place; seen: string[]; tally: Tally };

async function readProgress(ctx: Ctx, id: string, { run, start }: FilePlan): Promise<Progress> {
  const stored = await (await ctx.bucket.get(checkKeyOf(id)))?.json<Progress>();
  if (stored?.run === run) return stored;
  return { run, place: { offset: start, rowsDone: 0 }, seen: [], tally: emptyTally() };
}

const saveProgress = (ctx: Ctx, id: string, progress: Progress) =>
  ctx.bucket.put(checkKeyOf(id), JSON.stringify(progress));

/** Begins a check by these answers. @throws AppError `conflict` once the import has started */
async function begin(ctx: Ctx, id: string, plan: FilePlan): Promise<ImportRow> {
  const { found: _, result: __, ...rest } = plan;
  const mapping = JSON.stringify({ ...rest, run: crypto.randomUUID() });
  const change = { mapping, state: "checking", offsetBytes: plan.start, created: 0, refused: 0 } as const;
  const [begun] = await changeImport(ctx.db, id, ["uploaded", "checking", "checked"], change);
  if (!begun) throw conflict("This import has already started.");
  return begun;
}

/** Ends a check, unless the file's dates turn out to be written otherwise than they were read: then it begins once more. */
async function end(ctx: Ctx, row: ImportRow, { tally }: Progress): Promise<ImportRow | undefined> {
  const plan = planOf(row);
  const order = orderOf(tally, plan.answers.dateOrder);
  if (order !== plan.order) return begin(ctx, row.id, { ...plan, order });
  const { created, refused, result } = tally;
  const mapping = JSON.stringify({ ...plan, found: foundIn(tally, plan), result } satisfies FilePlan);
  const [[checked]] = await ctx.db.batch([
    moveCheck(ctx.db, row, { mapping, state: "checked", offsetBytes: plan.start, created, refused }),
    auditChange(ctx, { actor: "admin", action: "import.check", subject: row.id, details: { created, refused } }),
  ]);
  return checked;
}

/** Does a part of a check. What it found is saved before the row moves on, so a killed request is done again as a whole. */
async function work(ctx: Ctx, row: ImportRow): Promise<ImportRow | undefined> {
  const plan = planOf(row);
  const progress = await readProgress(ctx, row.id, plan);
  const seen = new Set(progress.seen);
  const until = { row: progress.place.rowsDone + ROWS_PER_REQUEST, time: ctx.clock() + WORK_MS };
  let isDone = false;
  for await (const { rows, place, isLast } of judgeRows(ctx, row, progress.place, seen)) {
    for (const judged of rows) tallyRow(progress.tally, plan, judged);
    progress.place = place;
    isDone = isLast;
    if (place.rowsDone >= until.row || ctx.clock() >= until.time) break;
  }
  await saveProgress(ctx, row.id, { ...progress, seen: [...seen] });
  if (isDone) return end(ctx, row, progress);
  const [moved] = await moveCheck(ctx.db, row, { offsetBytes: progress.place.offset });
  return moved;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A dry run, a part at a time: says what would be created and refused, and what the file leaves open. The same request continues
 * until the state is "checked"; with other answers, it begins again. @throws AppError `conflict` once it has started, `validation`
 */
export async function checkImport(ctx: Ctx, input: WithId<CheckImportRequest>): Promise<MemberImport> {
  const { id, mapping: fields } = input;
  const row = await requireFile(ctx, id);
  const plan = planOf(row);
  const most = Math.max(...Object.values(fields).map((column) => column ?? 0));
  if (most >= plan.columns.length) throw invalid("The file has no such column.");
  const answers = { ...NO_ANSWERS, ...input.answers };
  const isContinued = row.state === "checking" && isSame([fields, answers], [plan.fields, plan.answers]);
  const begun = isContinued ? row : await begin(ctx, id, { ...plan, fields, answers, order: answers.dateOrder });
  try {
    const moved = (await work(ctx, begun)) ?? (await selectImport(ctx.db, id).get());
    if (!moved) throw notFound("Import");
    return toImport(moved, ctx.now);
  } catch (error) {
    // Another attempt with these answers finds the same.
    if (error instanceof AppError && error.code === "validation") await moveCheck(ctx.db, begun, { state: "uploaded" });
    throw error;
  }
}

/** The first people behind a number. @throws AppError `not_found`, or `gone` once the file is deleted */
export async function listImportPeople(ctx: Ctx, { id, of }: { id: string; of: ImportGroup }): Promise<ImportPeople> {
  const row = await requireFile(ctx, id);
  const plan = planOf(row);
  const { tally } = await readProgress(ctx, id, plan);
  const listed = tally.lists[of] ?? [];
  const rows = listed.map((one) => one.row);
  const made = new Set((await selectMade(ctx.db, id, rows)).map((one) => one.row));
  return { people: listed.map((one) => ({ ...one, row: rowNumber(plan, one.row), isMade: made.has(one.row) })) };
}
