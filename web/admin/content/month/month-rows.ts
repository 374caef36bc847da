import { getDefaultStore } from "jotai";
import { createContentRequest } from "#domain/contract/content/content.ts";
import { datesOf, findDay } from "#domain/rules/day-of-file.ts";
import { filesByDay } from "#domain/rules/files-of-days.ts";
import { titleOfFile, wordsOfFile } from "#domain/rules/title-of-file.ts";
import { readDay } from "#domain/rules/written-dates.ts";
import type { FileFacts } from "./file-facts.ts";
import {
  chosenAtom,
  chosenKey,
  jobAtom,
  type MonthJob,
  type Row,
  setJob,
  tableAtom,
  unmatchedAtom,
} from "./month.atoms.ts";

const store = getDefaultStore();

/** `start` is the first day for rows whose names have none. */
function addFiles(files: readonly File[], start: string, today: string): void {
  const { days, unknown } = filesByDay(files);
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
  problem: string | null;
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
): string | null {
  if (unread !== null || date === null) return "Enter a date like 2026-12-03 or Dec 3";
  if (isTaken(date)) return "This day already has a session";
  if (dates.filter((other) => other === date).length > 1) return "Another row has this day";
  return texts.safeParse({ date, title, description }).error?.issues[0]?.message ?? null;
}

/** Hands the rows over to the server, with the files that can be uploaded. */
export function createDrafts(rows: readonly ShownRow[], factsOf: Known["factsOf"]): void {
  const usable = rows.map((row) => ({ ...row, files: row.files.filter(({ file }) => !factsOf(file)?.problem) }));
  store.set(
    chosenAtom,
    new Map(usable.flatMap((row) => row.files.map((one) => [chosenKey(row, one), one.file] as const))),
  );
  setJob({
    id: crypto.randomUUID(),
    rows: usable.map(({ key, date, title, description, files }) => ({
      key,
      date: date ?? "",
      title,
      description,
      files: files.map(({ kind, file: { name, size } }) => ({ kind, name, size })),
    })),
  });
  store.set(tableAtom, null);
}

/** Files for a job that misses some: by name and size, as they were. */
function chooseAgain({ rows }: MonthJob, files: readonly File[]): void {
  const found = rows.flatMap((row) =>
    row.files.flatMap((one) => {
      const file = files.find(({ name, size }) => name === one.name && size === one.size);
      return file ? [[chosenKey(row, one), file] as const] : [];
    }),
  );
  const used = found.map(([, file]) => file);
  store.set(chosenAtom, new Map([...store.get(chosenAtom), ...found]));
  store.set(
    unmatchedAtom,
    files.filter((file) => !used.includes(file)).map(({ name }) => name),
  );
}

/** Files that were dropped or chosen: for the drafts that wait for some, else for the table, which opens with them. */
export function takeFiles(files: readonly File[], start: string, today: string): void {
  const job = store.get(jobAtom);
  if (job) chooseAgain(job, files);
  else addFiles(files, start, today);
}
