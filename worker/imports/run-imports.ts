import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { insertImported, recomputeAccess } from "../access/access-grants.queries.ts";
import {
  deleteImportGrants,
  deleteImportSuppressions,
  insertImportGrants,
  insertImportSuppressions,
} from "../access/imported.queries.ts";
import { newMemberId } from "../account/member/member.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { AppError } from "../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import { presentKey } from "../kernel/links/signing-keys.ts";
import { log } from "../kernel/log.ts";
import { isReserved } from "../wake-up/slots/slots.ts";
import { type FileSlice, offersOf, planOf, readSlices } from "./import-file.ts";
import { rowReader } from "./import-row.ts";
import {
  changeImport,
  claimImport,
  endSlice,
  type ImportRow,
  insertImportLabels,
  insertInvitations,
  isAt,
  recordResult,
  releaseImport,
  selectBusy,
} from "./imports.queries.ts";
import { deleteImported, deleteImportLabels, endUndo, removableOf, selectRemovable } from "./undo.queries.ts";

const ROWS_PER_SLICE = 100;
/** A slice has seven statements; an invocation may run 1,000. */
const SLICES_PER_TICK = 80;
const WORK_MS = 20_000;
/** Longer than a tick's work, and over when the next tick begins. */
const LEASE_MS = 50_000;

/** The people of a slice whose rows can be read. */
function readPeople(ctx: Ctx, row: ImportRow, { rows }: FileSlice) {
  const plan = planOf(row);
  const readRow = rowReader(plan.fields, offersOf(ctx, plan));
  return rows.flatMap(({ row: number, cells }) => {
    const read = readRow(cells);
    if ("refusal" in read) return [];
    const { email, lastDay, joined, timezone } = read.person;
    const emailKey = emailKeyOf(email);
    // The last day counts in full, in their zone.
    const until = lastDay === null ? null : instantAt(addDays(lastDay, 1), 0, timezone);
    const ids = { id: newMemberId(), grantId: crypto.randomUUID(), row: number };
    // Noon, so that it's that day in every zone nearby.
    const joinedAt = joined === null ? null : instantAt(joined, 12, timezone);
    return [{ ...read.person, ...ids, joinedAt, until, emailKey, addressHash: addressHash(ctx.config, emailKey) }];
  });
}

/** Creates a slice's accounts in one transaction; nothing if the slice is done or the import was stopped. Returns whether it did. */
async function writeSlice(ctx: Ctx, row: ImportRow, slice: FileSlice, firstRow: number): Promise<boolean> {
  const { db, now } = ctx;
  const people = readPeople(ctx, row, slice);
  const withAccess = people.filter(({ until }) => until !== null).map(({ id }) => id);
  const { from, to, lastRow, isLast, rows } = slice;
  const { ended } = await batchOf(db, {
    accounts: insertImported(db, people, isAt(row.id, from), { now, unsubscribeKey: presentKey(ctx.config).id }),
    invitations: insertInvitations(db, row.id, people),
    grants: insertImportGrants(db, row.id, people, now),
    labels: insertImportLabels(db, people),
    suppressions: insertImportSuppressions(db, people, now),
    access: recomputeAccess(db, withAccess, { now }),
    ended: endSlice(db, row.id, { from, to, firstRow, lastRow, rows: rows.length, isLast }, now),
    result: isLast ? [recordResult(db, row.id)] : [],
  });
  return ended.length > 0;
}

/** Removes a slice of the accounts an undo may remove. Returns whether there may be more. */
async function removeSlice(ctx: Ctx, { id, startedAt }: ImportRow): Promise<boolean> {
  const removable = await selectRemovable(ctx.db, id, ROWS_PER_SLICE);
  const ids = removable.map((one) => one.id);
  const suppressed = removable.filter((one) => one.isSuppressed === 1);
  const hashes = suppressed.map(({ emailKey }) => addressHash(ctx.config, emailKey));
  if (ids.length > 0) {
    await ctx.db.batch([
      deleteImportSuppressions(ctx.db, hashes, startedAt ?? 0),
      deleteImportLabels(ctx.db, id, ids),
      deleteImportGrants(ctx.db, removableOf(id, ids)),
      ...deleteImported(ctx.db, id, ids),
    ]);
  }
  if (ids.length === ROWS_PER_SLICE) return true;
  await endUndo(ctx.db, id);
  return false;
}

async function work(ctx: Ctx, row: ImportRow, mayGoOn: () => boolean): Promise<void> {
  if (row.state === "undoing") {
    while (mayGoOn() && (await removeSlice(ctx, row))) {}
    return;
  }
  let done = row.rowsDone;
  for await (const slice of readSlices(ctx, row, { offset: row.offsetBytes, rowsDone: done }, ROWS_PER_SLICE)) {
    if (!mayGoOn() || !(await writeSlice(ctx, row, slice, done + 1))) return;
    done = slice.lastRow;
  }
}

/** Works on the import whose turn it is, for a part of the minute; the next tick continues. A killed tick has done whole slices only. */
export async function runImports(ctx: Ctx): Promise<void> {
  const stopAt = ctx.clock() + WORK_MS;
  let slices = 0;
  const hasTime = () => slices < SLICES_PER_TICK && ctx.clock() < stopAt && !isReserved(ctx.clock());
  const mayGoOn = () => {
    slices += 1;
    return hasTime();
  };
  while (hasTime()) {
    if ((await selectBusy(ctx.db)).length === 0) return;
    const [row] = await claimImport(ctx.db, ctx.clock(), ctx.clock() + LEASE_MS);
    if (!row) return;
    try {
      await work(ctx, row, mayGoOn);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Its file is gone or can't be read, which no other attempt changes.
      log("error", "import_stopped", { importId: row.id, reason: error.message });
      await changeImport(ctx.db, row.id, ["running"], { state: "cancelled", endedAt: ctx.now });
    } finally {
      await releaseImport(ctx.db, row.id);
    }
  }
}
