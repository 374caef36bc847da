import { keepPreviousData, type Query, type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { type LibraryItem, type PreflightResponse, REVISIONS_A_PAGE } from "#domain/contract/content/library.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { adminPages, adminQuery, adminSearch } from "../parts/admin-query.ts";

const PAGE = 30;
const ROOT = "/api/content";

/** Filters of the library; an empty text filters nothing. */
export type LibraryFilter = { search: string; month: string; status: string };

export function libraryQuery(filter: LibraryFilter) {
  const narrowing = Object.fromEntries(Object.entries(filter).filter(([, text]) => text !== ""));
  return adminPages(
    [ROOT, "all", filter],
    (cursor?: string) => adminApi.content.all.$get({ query: { limit: String(PAGE), cursor, ...narrowing } }),
    (page) => (page.length < PAGE ? undefined : page.at(-1)?.date),
    { placeholderData: keepPreviousData },
  );
}

export function contentOfDateQuery(date: string) {
  return queryOptions({
    queryKey: [ROOT, "date", date],
    queryFn: () =>
      read(adminApi.content.date[":date"].$get({ param: { date } })).catch((error) => {
        if (hasErrorCode(error, "not_found")) return null;
        throw error;
      }),
  });
}

export function calendarQuery(month: string) {
  return adminSearch([ROOT, "calendar", month], () => adminApi.content.calendar.$get({ query: { month } }));
}

export const runwayQuery = adminQuery([ROOT, "runway"], () => adminApi.content.runway.$get());
export const deletedQuery = adminQuery([ROOT, "deleted"], () => adminApi.content.deleted.$get());

export function revisionsQuery(id: string) {
  return adminPages(
    [ROOT, "revisions", id],
    (before?: string) => adminApi.content[":id"].revisions.$get({ param: { id }, query: { before } }),
    (page) => (page.length < REVISIONS_A_PAGE ? null : page.at(-1)?.version.toString()),
  );
}

const preflight = (id: string) => adminApi.content[":id"].preflight.$get({ param: { id } });

/** A new version is checked again. */
export function preflightQuery({ id, version }: { id: string; version: number }) {
  return adminQuery(["/api/content/preflight", id, version], () => preflight(id), {
    // The checks call video providers, so don't repeat them each time the window gets focus.
    refetchOnWindowFocus: false,
  });
}

/** @returns the failed checks (empty if they couldn't run), or null if nothing blocks releasing the item */
export async function findDoubts(id: string): Promise<PreflightResponse | null> {
  const lines = await read(preflight(id)).catch(() => null);
  const failed = lines?.filter(({ result }) => result === "fail") ?? [];
  return lines && failed.length === 0 ? null : failed;
}

export function mediaQuery(kind: MediumKind, search: string) {
  const query = { kind, search: search || undefined };
  return adminSearch(["/api/admin/media", kind, search], () => adminApi.admin.media.$get({ query }));
}

/** A file's facts, which never change. */
export function mediumQuery(kind: MediumKind, key: string) {
  return queryOptions({
    queryKey: ["/api/admin/media", kind, "key", key],
    queryFn: () => read(adminApi.admin.media.$get({ query: { kind, key } })),
    select: (media) => media.find((medium) => medium.key === key),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Puts a response's item for a date, or null if there is none, into the cache. Cancels older requests that could overwrite it. */
export async function putContent(queryClient: QueryClient, date: string, item: LibraryItem | null): Promise<void> {
  const { queryKey } = contentOfDateQuery(date);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, item);
}

/** Refetches lists, calendar, and runway after a change, and drops what was asked for before it. Editors keep their own item. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  const plan = { predicate: ({ queryKey: [root, part] }: Pick<Query, "queryKey">) => root === ROOT && part !== "date" };
  await queryClient.cancelQueries(plan);
  await queryClient.invalidateQueries(plan);
}

/** Caches the items that a response returned by date, and refetches everything that shows the plan. */
export function useShowContent() {
  const queryClient = useQueryClient();
  return async (items: Record<string, LibraryItem | null>) => {
    for (const [date, item] of Object.entries(items)) await putContent(queryClient, date, item);
    void refreshPlan(queryClient);
  };
}
