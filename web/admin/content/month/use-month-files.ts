import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import type { CreatedDay, CreateManyResponse } from "#domain/contract/content/create-many.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { type RunningUpload, uploadsAtom } from "../../media/uploads.atoms.ts";
import { putContent } from "../content.query.ts";
import { MEDIUM_OF_KIND } from "../content-fields.ts";
import { chosenAtom, chosenKey, type JobFile, type MonthJob } from "./month.atoms.ts";
import { putDraft } from "./month.query.ts";
import { enqueue, queueAtom, refusedAtom } from "./month-uploads.ts";

type JobRow = MonthJob["rows"][number];
export type DraftRow = JobRow & { item: CreatedDay | null };

/** A file of a draft. `missing`: this page doesn't have it, because it was reloaded or closed. */
export type DraftFile = JobFile & {
  place: string;
  row: DraftRow;
  step: "done" | "queued" | "missing" | "refused" | "uploading";
  upload: RunningUpload | undefined;
  refusal: string | undefined;
};

/** Gives a draft its file. Repeated, it changes nothing. */
async function attach(
  queryClient: QueryClient,
  job: MonthJob,
  id: string,
  { kind }: JobFile,
  key: string,
): Promise<void> {
  const json = { [MEDIUM_OF_KIND[kind]]: key, flow: job.id };
  const item = await read(adminApi.content[":id"].$put({ param: { id }, json }));
  putDraft(queryClient, job, item);
  await putContent(queryClient, item.date, item);
}

/** The drafts' files, and how far they are. Those at hand are uploaded in turn. */
export function useMonthFiles(job: MonthJob, drafts: CreateManyResponse["rows"] | undefined) {
  const queryClient = useQueryClient();
  const [uploads, queue] = [useAtomValue(uploadsAtom), useAtomValue(queueAtom)];
  const [refused, chosen] = [useAtomValue(refusedAtom), useAtomValue(chosenAtom)];
  const rows = job.rows.map((row, index): DraftRow => ({ ...row, item: drafts?.[index]?.item ?? null }));

  function fileOf(row: DraftRow, item: CreatedDay, file: JobFile): DraftFile {
    const place = `${item.id}/${file.kind}`;
    const own = { ...file, place, row, upload: uploads.get(place), refusal: refused.get(place) };
    const isAtHand = queue.has(place) || chosen.has(chosenKey(row, file));
    if (own.upload) return { ...own, step: "uploading" };
    if (item[MEDIUM_OF_KIND[file.kind]] !== null) return { ...own, step: "done" };
    return { ...own, step: own.refusal !== undefined ? "refused" : isAtHand ? "queued" : "missing" };
  }
  const files = rows.flatMap((row) => {
    const { item } = row;
    return item === null ? [] : row.files.map((file) => fileOf(row, item, file));
  });

  useEffect(() => {
    enqueue(
      files.flatMap(({ place, row, kind, name, size, step }) => {
        const file = chosen.get(chosenKey(row, { kind }));
        const { item } = row;
        if (step !== "queued" || !file || !item) return [];
        const own = { kind, name, size };
        return { place, kind, file, attach: (key: string) => attach(queryClient, job, item.id, own, key) };
      }),
    );
  });
  return { rows, files };
}
