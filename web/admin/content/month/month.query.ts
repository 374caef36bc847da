import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type CreatedDay, type CreateManyResponse, MOST_ROWS } from "#domain/contract/content/create-many.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { findDoubts, refreshPlan } from "../content.query.ts";
import { MEDIUM_OF_KIND } from "../content-fields.ts";
import { limitTo } from "../limit-to.ts";
import type { MonthJob } from "./month.atoms.ts";

/** A call's body may have 64 KiB; this leaves room for escapes and names. */
const MOST_BYTES = 40_000;

/** Rows in calls that the server takes. */
export function piecesOf<Row>(rows: readonly Row[]): Row[][] {
  const pieces: Row[][] = [];
  let bytes = MOST_BYTES;
  for (const row of rows) {
    const own = new TextEncoder().encode(JSON.stringify(row)).length;
    if (bytes + own > MOST_BYTES || pieces.at(-1)?.length === MOST_ROWS) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(row);
    bytes += own;
  }
  return pieces;
}

const keyOf = ({ id, rows }: MonthJob) => ["/api/content/many", id, rows.map(({ date }) => date).join()];

/** The rows' drafts, created unless they are there. It's repeated after each reload, which changes nothing. */
export function draftsQuery(job: MonthJob, queryClient: QueryClient) {
  return queryOptions({
    queryKey: keyOf(job),
    queryFn: async () => {
      const answers: CreateManyResponse["rows"] = [];
      for (const piece of piecesOf(job.rows.map(({ files: _, key: __, ...row }) => row))) {
        const answer = await read(adminApi.content.many.$post({ json: { requestId: job.id, rows: piece } }));
        answers.push(...answer.rows);
      }
      void refreshPlan(queryClient);
      return answers;
    },
    refetchOnWindowFocus: false,
  });
}

/** Shows a draft as a call has answered it. */
export function putDraft(queryClient: QueryClient, job: MonthJob, { version, status, ...saved }: LibraryItem): void {
  const { audioFilename: audioKey, videoFilename: videoKey, captionsKey, artworkKey } = saved;
  const change = { version, status, audioKey, videoKey, captionsKey, artworkKey };
  queryClient.setQueryData<CreateManyResponse["rows"]>(keyOf(job), (rows) =>
    rows?.map((row) => (row.item?.id === saved.id ? { ...row, item: { ...row.item, ...change } } : row)),
  );
}

/** Not all calls at once. */
export const inTurn = limitTo(3);
const MEDIA = Object.values(MEDIUM_OF_KIND);

/** The failed checks of each draft, null for one without. They run once for the files that the drafts have. */
export function checksQuery(job: MonthJob, items: readonly CreatedDay[]) {
  return queryOptions({
    queryKey: [
      "/api/content/preflight",
      job.id,
      items.flatMap((item) => [item.id, ...MEDIA.map((name) => item[name])]),
    ],
    queryFn: () => Promise.all(items.map(({ id }) => inTurn(async () => ({ id, doubts: await findDoubts(id) })))),
    // The checks call video providers.
    refetchOnWindowFocus: false,
  });
}
