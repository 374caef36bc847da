import type { QueryClient } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { formatCount } from "#domain/formats.ts";
import { errorDetail, hasErrorCode } from "../../../lib/api-error.ts";
import { refreshPlan } from "../content.query.ts";
import { callsFor, sendCall } from "../sheet-calls.ts";
import { type AwaitedFile, changeCreated, createdAtom, type DraftsCall } from "./created.atoms.ts";
import type { FileFacts } from "./file-facts.ts";
import { type Row, tableAtom } from "./month.atoms.ts";
import type { ShownRow } from "./month-rows.ts";
import { atHandAtom, sendFiles } from "./send-files.ts";

const store = getDefaultStore();

/** Ends the table: its rows are to become drafts, with those of their files that can be uploaded. */
export function createDrafts(rows: readonly ShownRow[], factsOf: (file: File) => FileFacts | undefined): void {
  const atHand = new Map(store.get(atHandAtom));
  const calls = callsFor(
    rows.map(({ date, title, description }) => {
      return { date: date ?? "", title, description, status: "draft" as const, version: null };
    }),
  );
  const requestIds = new Map(calls.flatMap((call) => call.rows.map(({ date }) => [date, call.requestId])));
  const files: AwaitedFile[] = [];
  for (const { date: day, title, files: own } of rows) {
    const date = day ?? "";
    const requestId = requestIds.get(date) ?? "";
    for (const { kind, file } of own.filter((one) => !factsOf(one.file)?.problem)) {
      const [key, { name, size }] = [crypto.randomUUID(), file];
      atHand.set(key, file);
      files.push({ key, requestId, id: null, date, title, kind, name, size, isDone: false });
    }
  }
  store.set(atHandAtom, atHand);
  changeCreated((before) => ({
    ...before,
    calls: [...before.calls, ...calls],
    files: [...before.files, ...files],
  }));
  store.set(tableAtom, null);
}

/** Rows that weren't created, as a table again, which says why. Its dates are checked again. */
function toTable({ requestId, rows }: DraftsCall, error: unknown): void {
  const isOurs = (file: AwaitedFile) => file.requestId === requestId;
  const [files, atHand] = [store.get(createdAtom)?.files.filter(isOurs) ?? [], store.get(atHandAtom)];
  const again = rows.map(({ date, title, description }): Row => {
    const own = files.flatMap(({ key, kind, date: of }) => {
      const file = of === date && atHand.get(key);
      return file ? [{ kind, file }] : [];
    });
    return { key: crypto.randomUUID(), day: { date }, unread: null, title, description, files: own, isLeftOut: false };
  });
  const table = store.get(tableAtom) ?? { rows: [], start: rows[0]?.date ?? "", unknown: [] };
  const refusal = { title: `${formatCount(rows.length, "draft")} not created`, text: errorDetail(error) };
  store.set(tableAtom, { ...table, rows: [...table.rows, ...again], refusal });
  changeCreated((before) => ({ ...before, files: before.files.filter((file) => !isOurs(file)) }));
}

/**
 * Creates the drafts of a call, all or none, and begins to upload their files. If a date was taken meanwhile, the rows are a table
 * again. Returns null. @throws ApiError if it's worth another try
 */
export async function sendDrafts(queryClient: QueryClient, call: DraftsCall): Promise<null> {
  let refusal: unknown = null;
  const { rows: made } = await sendCall(call).catch((error) => {
    if (!hasErrorCode(error, "conflict") && !hasErrorCode(error, "validation")) throw error;
    refusal = error;
    return { rows: [] };
  });
  await refreshPlan(queryClient);
  if (refusal) toTable(call, refusal);
  const ids = new Map(made.map(({ date, id }) => [date, id]));
  changeCreated(({ calls, days, files }) => ({
    days: [...days, ...made],
    calls: calls.filter(({ requestId }) => requestId !== call.requestId),
    files: files.map((file) =>
      file.requestId === call.requestId ? { ...file, id: ids.get(file.date) ?? null } : file,
    ),
  }));
  sendFiles(queryClient);
  return null;
}
