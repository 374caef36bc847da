import { getDefaultStore } from "jotai";
import * as z from "zod";
import { MEDIUM_KINDS } from "#domain/rules/video-link.ts";
import { stored } from "../../../lib/stored.ts";
import { resettableAtom } from "../../parts/stored.atoms.ts";

const draft = z.object({
  date: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.literal("draft"),
  version: z.null(),
});
const awaitedFile = z.object({
  key: z.string(),
  /** The call's that creates its draft: two calls may have the same date. */
  requestId: z.uuid(),
  /** The draft's, once it's known to be there. */
  id: z.string().nullable(),
  date: z.string(),
  title: z.string(),
  kind: z.enum(MEDIUM_KINDS),
  name: z.string(),
  size: z.number(),
  isDone: z.boolean(),
});
const created = z.object({
  /** Not answered yet. Sent again, they create nothing twice. */
  calls: z.array(z.object({ requestId: z.uuid(), rows: z.array(draft) })),
  /** The drafts that are there. */
  days: z.array(z.object({ id: z.string(), date: z.string() })),
  files: z.array(awaitedFile),
});
export type Created = z.infer<typeof created>;
export type DraftsCall = Created["calls"][number];
export type AwaitedFile = z.infer<typeof awaitedFile>;

const kept = stored("created", (value) => created.safeParse(value).data ?? null, {
  scope: "browser",
  endsWith: "admin-logout",
});

/** What a table's press began, until all files are in their drafts: also after the page was closed or a call failed. */
export const createdAtom = resettableAtom<Created | null>(kept.read);

const store = getDefaultStore();

export function changeCreated(change: (before: Created) => Created | null): void {
  const next = change(store.get(createdAtom) ?? { calls: [], days: [], files: [] });
  kept.write(next);
  store.set(createdAtom, next);
}
