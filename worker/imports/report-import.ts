import { STAY_REASONS, type StayReason } from "#domain/rules/imports.ts";
import { formatHour } from "#domain/rules/wake-up-hours.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { streamCsv } from "../kernel/csv.ts";
import { planOf, rowNumber } from "./import-file.ts";
import type { ImportRow } from "./imports.queries.ts";
import { requireFile } from "./imports.ts";
import { type JudgedRow, judgeRows, notesOf } from "./judge-rows.ts";
import { selectStays } from "./undo.queries.ts";

const COLUMNS = [
  "row",
  "result",
  "why",
  "email",
  "first name",
  "last name",
  "hour",
  "zone",
  "plan",
  "paid through",
  "unsubscribed",
  "labels",
] as const;

/** The result of a row, which depends on the state of its import. */
function resultOf(
  { state, rowsDone }: ImportRow,
  { row, isMade, refusal }: JudgedRow,
  stays?: StayReason,
): { result: string; why?: string } {
  if (stays) return { result: "stayed", why: `${STAY_REASONS[stays]}.`.replace(/^./, (first) => first.toUpperCase()) };
  if (isMade) return { result: "created" };
  if (state === "uploaded" || state === "checking" || state === "checked")
    return refusal === null ? { result: "will be created" } : { result: "rejected" };
  if (row > rowsDone && refusal === null) return { result: "not imported" };
  if (state === "undone" || state === "undoing") return { result: refusal === null ? "removed" : "rejected" };
  // The account that had this address then is gone now.
  return refusal === null ? { result: "rejected", why: "Already a member." } : { result: "rejected" };
}

function toLine(source: ImportRow, judged: JudgedRow, stays?: StayReason): string[] {
  const { row, email, read } = judged;
  const { result, why } = resultOf(source, judged, stays);
  const line = [String(rowNumber(planOf(source), row)), result, why ?? notesOf(judged), email];
  if (read === null) return [...line, ...COLUMNS.slice(line.length).map(() => "")];
  const { firstName, lastName, wakeUpHour, timezone, plan, lastDay, isUnsubscribed, suppression, labels } = read.person;
  return [
    ...line,
    firstName ?? "",
    lastName ?? "",
    formatHour(wakeUpHour),
    timezone,
    ...(lastDay === null ? ["", ""] : [plan, lastDay]),
    suppression ?? (isUnsubscribed ? "yes" : ""),
    labels.join(", "),
  ];
}

async function* linesOf(ctx: Ctx, source: ImportRow): AsyncGenerator<string[][], void> {
  for await (const { rows } of judgeRows(ctx, source)) {
    const made = source.state === "undone" ? rows.filter(({ isMade }) => isMade).map(({ row }) => row) : [];
    const stays = made.length > 0 ? await selectStays(ctx.db, source.id, made) : [];
    const reasons = new Map(stays.map(({ row, reason }) => [row, reason]));
    yield rows.map((judged) => toLine(source, judged, reasons.get(judged.row)));
  }
}

/** Streams each row with its result, or the expected one, as CSV. @throws AppError `not_found`, or `gone` once the file is deleted */
export async function reportImport(ctx: Ctx, { id }: { id: string }): Promise<ReadableStream<Uint8Array>> {
  const source = await requireFile(ctx, id);
  await auditEvent(ctx, { actor: "admin", action: "import.report", subject: id });
  return streamCsv(COLUMNS, linesOf(ctx, source));
}
