import type { QueryClient } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { createContentRequest } from "#domain/contract/content/content.ts";
import { datesOf, findDay } from "#domain/rules/day-of-file.ts";
import { filesByDay } from "#domain/rules/files-of-days.ts";
import { titleOfFile, wordsOfFile } from "#domain/rules/title-of-file.ts";
import { readDay } from "#domain/rules/written-dates.ts";
import type { FileFacts } from "./file-facts.ts";
import { type Row, tableAtom } from "./month.atoms.ts";
import { takeMissing } from "./send-files.ts";

const store = getDefaultStore();

type Days = { start: string; today: string };

/**
 * Takes files that were dropped or chosen: those that drafts miss, and the others into the table, which opens with the first.
 * `start` is the first day for rows whose names have none.
 */
export function takeFiles(files: readonly File[], { start, today }: Days, queryClient: QueryClient): void {
  const others = takeMissing(files, queryClient);
  if (others.length === 0) return;
  const { days, unknown } = filesByDay(others);
  const rows = days.map((own): Row => {
    const [first] = own.map(({ file }) => findDay(file.name.replace(/\.[^.]+$/, ""), today).day);
    const key = crypto.randomUUID();
    return { key, day: first ?? null, unread: null, title: null, description: "", files: own, isLeftOut: false };
  });
  const table = store.get(tableAtom) ?? { rows: [], start };
  const names = unknown.map(({ name }) => name);
  store.set(tableAtom, { ...table, rows: [...table.rows, ...rows], unknown: names });
}

export const COLUMNS = ["date", "title", "description"] as const;
export type Column = (typeof COLUMNS)[number];

/** A row with a cell as typed or pasted. An empty date is the next free day. */
export function withCell(row: Row, column: Column, text: string, today: string): Row {
  if (column !== "date") return { ...row, [column]: text };
  const written = text.trim();
  const found = findDay(written, today);
  const short = found.day && found.words.trim() === "" ? found.day : null;
  const date = readDay(written);
  const day = date ? { date } : short;
  return { ...row, day, unread: day || written === "" ? null : text };
}

/** A row as it's shown; `problem` is what keeps it from becoming a draft. */
export type ShownRow = Omit<Row, "title"> & {
  index: number;
  date: string | null;
  title: string;
  problem: { column: string; text: string } | null;
};

const texts = createContentRequest.pick({ date: true, title: true, description: true });

function titleOf({ title, files }: Row, factsOf: (file: File) => FileFacts | undefined): string {
  if (title !== null) return title;
  const names = files.map(({ file }) => file.name);
  const tag = files.map(({ file }) => factsOf(file)?.title).find(Boolean);
  return names.map(wordsOfFile).find(Boolean) ?? tag ?? titleOfFile(names[0] ?? "");
}

type Known = { start: string; isTaken: (date: string) => boolean; factsOf: (file: File) => FileFacts | undefined };

export function shownRows(rows: readonly Row[], { factsOf, ...free }: Known): ShownRow[] {
  const dates = datesOf(rows, free);
  return rows.map((row, index) => {
    const date = row.unread === null ? (dates[index] ?? null) : null;
    const title = titleOf(row, factsOf);
    const shown = { ...row, index, date, title };
    return { ...shown, problem: row.isLeftOut ? null : problemOf(shown, dates, free.isTaken) };
  });
}

function problemOf(
  { unread, date, title, description }: Omit<ShownRow, "problem">,
  dates: readonly (string | null)[],
  isTaken: Known["isTaken"],
): ShownRow["problem"] {
  const ofDate = (text: string) => ({ column: "date", text });
  if (unread !== null || date === null) return ofDate("Enter a date like 2026-12-03 or Dec 3");
  if (isTaken(date)) return ofDate("This day already has a session");
  if (dates.filter((other) => other === date).length > 1) return ofDate("Another row has this date");
  const [issue] = texts.safeParse({ date, title, description }).error?.issues ?? [];
  return issue ? { column: String(issue.path[0]), text: issue.message } : null;
}
