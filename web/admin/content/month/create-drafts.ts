import type { QueryClient } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { hasErrorCode } from "../../../lib/api-error.ts";
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
  const files: AwaitedFile[] = [];
  for (const { date, title, files: own } of rows) {
    for (const { kind, file } of own.filter((one) => !factsOf(one.file)?.problem)) {
      const [key, { name, size }] = [crypto.randomUUID(), file];
      atHand.set(key, file);
      files.push({ key, id: null, date: date ?? "", title, kind, name, size, isDone: false });
    }
  }
  const drafts = rows.map(({ date, title, description }) => {
    return { date: date ?? "", title, description, status: "draft" as const, version: null };
  });
  store.set(atHandAtom, atHand);
  changeCreated((before) => ({
    ...before,
    calls: [...before.calls, ...callsFor(drafts)],
    files: [...before.files, ...files],
  }));
  store.set(tableAtom, null);
}

/** Rows that weren't created, as a table again. Its dates are checked again. */
function toTable({ rows }: DraftsCall): void {
  const dates = rows.map(({ date }) => date);
  const isOurs = ({ id, date }: AwaitedFile) => id === null && dates.includes(date);
  const [files, atHand] = [store.get(createdAtom)?.files.filter(isOurs) ?? [], store.get(atHandAtom)];
  const again = rows.map(({ date, title, description }): Row => {
    const own = files.flatMap(({ key, kind, date: of }) => {
      const file = of === date && atHand.get(key);
      return file ? [{ kind, file }] : [];
    });
    return { key: crypto.randomUUID(), day: { date }, unread: null, title, description, files: own, isLeftOut: false };
  });
  const table = store.get(tableAtom) ?? { rows: [], start: dates[0] ?? "", unknown: [] };
  store.set(tableAtom, { ...table, rows: [...table.rows, ...again] });
  changeCreated((before) => ({ ...before, files: before.files.filter((file) => !isOurs(file)) }));
}

/**
 * Creates the drafts of a call, all or none, and begins to upload their files. If a date was taken meanwhile, the rows are a table
 * again. Returns whether they're drafts. @throws ApiError if it's worth another try
 */
export async function sendDrafts(queryClient: QueryClient, call: DraftsCall): Promise<boolean> {
  const answer = await sendCall(call).catch((error) => {
    if (hasErrorCode(error, "conflict") || hasErrorCode(error, "validation")) return null;
    throw error;
  });
  await refreshPlan(queryClient);
  if (answer === null) toTable(call);
  const made = answer?.rows ?? [];
  const ids = new Map(made.map(({ date, id }) => [date, id]));
  changeCreated(({ calls, days, files }) => ({
    days: [...days, ...made],
    calls: calls.filter(({ requestId }) => requestId !== call.requestId),
    files: files.map((file) => (file.id === null ? { ...file, id: ids.get(file.date) ?? null } : file)),
  }));
  sendFiles(queryClient);
  return answer !== null;
}
