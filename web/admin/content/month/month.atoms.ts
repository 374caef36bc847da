import { getDefaultStore } from "jotai";
import { formatCount } from "#domain/formats.ts";
import type { FileDay } from "#domain/rules/day-of-file.ts";
import type { KindFile } from "#domain/rules/files-of-days.ts";
import { resettableAtom } from "../../parts/stored.atoms.ts";
import { listUnsaved } from "../../parts/unsaved.ts";

/** A day to be. `title` is null until one is typed; `unread` is a typed date that isn't one. */
export type Row = {
  key: string;
  day: FileDay | null;
  unread: string | null;
  title: string | null;
  description: string;
  files: readonly KindFile<File>[];
  isLeftOut: boolean;
};
export type MonthTable = {
  rows: readonly Row[];
  start: string;
  unknown: readonly string[];
  /** Why rows didn't become drafts. */
  refusal?: { title: string; text: string };
};

/** The table, until its rows become drafts. It outlives its page within the admin area. */
export const tableAtom = resettableAtom<MonthTable | null>(() => null);

const store = getDefaultStore();

listUnsaved(() => {
  const table = store.get(tableAtom);
  return table ? [`Table of ${formatCount(table.rows.length, "new session")}`] : [];
});
