import { getDefaultStore } from "jotai";
import * as z from "zod";
import { formatCount } from "#domain/formats.ts";
import type { FileDay } from "#domain/rules/day-of-file.ts";
import type { KindFile } from "#domain/rules/files-of-days.ts";
import { MEDIUM_KINDS } from "#domain/rules/video-link.ts";
import { stored } from "../../../lib/stored.ts";
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
export type MonthTable = { rows: readonly Row[]; start: string; unknown: readonly string[] };

/** The table, until its rows become drafts. It outlives its page within the admin area. */
export const tableAtom = resettableAtom<MonthTable | null>(() => null);

const monthJob = z.object({
  /** The ID of the request that creates the drafts, so a repeat creates nothing twice. */
  id: z.uuid(),
  rows: z.array(
    z.object({
      key: z.string(),
      date: z.string(),
      title: z.string(),
      description: z.string(),
      files: z.array(z.object({ kind: z.enum(MEDIUM_KINDS), name: z.string(), size: z.number() })),
    }),
  ),
});
export type MonthJob = z.infer<typeof monthJob>;
export type JobFile = MonthJob["rows"][number]["files"][number];

const kept = stored("month", (value) => monthJob.safeParse(value).data ?? null, {
  scope: "browser",
  endsWith: "admin-logout",
});

/** The rows that became drafts, from the press until all is scheduled: also after the page was closed or the call failed. */
export const jobAtom = resettableAtom<MonthJob | null>(kept.read);

/** Files at hand for the job, by row and kind; and names of those chosen again that none of its rows lacks. */
export const chosenAtom = resettableAtom<ReadonlyMap<string, File>>(() => new Map());
export const unmatchedAtom = resettableAtom<readonly string[]>(() => []);
export const chosenKey = (row: { key: string }, { kind }: Pick<JobFile, "kind">) => `${row.key}/${kind}`;

const store = getDefaultStore();

export function setJob(job: MonthJob | null): void {
  kept.write(job);
  store.set(jobAtom, job);
}

listUnsaved(() => {
  const table = store.get(tableAtom);
  return table ? [`Table of ${formatCount(table.rows.length, "new session")}`] : [];
});
