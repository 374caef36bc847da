import { formatHour } from "#domain/rules/wake-up-hours.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { streamCsv } from "../kernel/csv.ts";
import { planOf, rowNumber } from "./import-file.ts";
import type { ImportRow } from "./imports.queries.ts";
import { requireFile } from "./imports.ts";
import { type JudgedRow, judgeRows, notesOf } from "./judge-rows.ts";

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
): { result: string; why?: string } {
  if (isMade) return { result: "created" };
  if (state === "uploaded" || state === "checking" || state === "checked")
    return refusal === null ? { result: "will be created" } : { result: "rejected" };
  if (row > rowsDone && refusal === null) return { result: "not imported" };
  if (state === "undone" || state === "undoing") return { result: refusal === null ? "removed" : "rejected" };
  // The account that had this address then is gone now.
  return refusal === null ? { result: "rejected", why: "Already a member." } : { result: "rejected" };
}

function toLine(source: ImportRow, judged: JudgedRow): string[] {
  const { row, email, read } = judged;
  const { result, why } = resultOf(source, judged);
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
  for await (const { rows } of judgeRows(ctx, source)) yield rows.map((row) => toLine(source, row));
}

/** Streams each row with its result, or the expected one, as CSV. @throws AppError `not_found`, or `gone` once the file is deleted */
export async function reportImport(ctx: Ctx, { id }: { id: string }): Promise<ReadableStream<Uint8Array>> {
  const source = await requireFile(ctx, id);
  await auditEvent(ctx, { actor: "admin", action: "import.report", subject: id });
  return streamCsv(COLUMNS, linesOf(ctx, source));
}
