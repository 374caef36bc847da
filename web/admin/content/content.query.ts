import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { type LibraryItem, type PreflightResponse, REVISIONS_A_PAGE } from "#domain/contract/content/library.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { adminQuery } from "../parts/admin-query.ts";

const PAGE = 30;
const ROOT = "/api/content";

/** What narrows the library; empty texts narrow nothing. */
export type LibraryFilter = { search: string; month: string; status: string };

export function libraryQuery(filter: LibraryFilter) {
  const narrowing = Object.fromEntries(Object.entries(filter).filter(([, text]) => text !== ""));
  return infiniteQueryOptions({
    queryKey: [ROOT, "all", filter],
    queryFn: ({ pageParam: cursor }) =>
      read(adminApi.content.all.$get({ query: { limit: String(PAGE), cursor, ...narrowing } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.date),
    // Earlier rows stay on screen while a search is typed.
    placeholderData: (shown) => shown,
  });
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
  return queryOptions({
    queryKey: [ROOT, "calendar", month],
    queryFn: () => read(adminApi.content.calendar.$get({ query: { month } })),
    placeholderData: (shown) => shown,
  });
}

export const runwayQuery = adminQuery([ROOT, "runway"], () => adminApi.content.runway.$get());
export const deletedQuery = adminQuery([ROOT, "deleted"], () => adminApi.content.deleted.$get());

export function revisionsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [ROOT, "revisions", id],
    queryFn: ({ pageParam: before }) =>
      read(adminApi.content[":id"].revisions.$get({ param: { id }, query: { before } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < REVISIONS_A_PAGE ? null : page.at(-1)?.version.toString()),
  });
}

/** @param version another one is checked anew */
export function preflightQuery({ id, version }: { id: string; version: number }) {
  return queryOptions({
    queryKey: ["/api/content/preflight", id, version],
    queryFn: () => read(adminApi.content[":id"].preflight.$get({ param: { id } })),
    // It asks providers of videos, which is nothing for each look back at the window.
    refetchOnWindowFocus: false,
  });
}

/** @returns the checks that speak against releasing an item (none where they could not be run), or null where nothing does */
export async function findDoubts(id: string): Promise<PreflightResponse | null> {
  const lines = await read(adminApi.content[":id"].preflight.$get({ param: { id } })).catch(() => null);
  const failed = lines?.filter(({ result }) => result === "fail") ?? [];
  return lines && failed.length === 0 ? null : failed;
}

export function mediaQuery(kind: MediumKind, search: string) {
  return queryOptions({
    queryKey: ["/api/admin/media", kind, search],
    queryFn: () => read(adminApi.admin.media.$get({ query: { kind, search: search || undefined } })),
    placeholderData: (shown) => shown,
  });
}

/** The item of a day as an answer has told it; null where there is none any more. What was asked before that answers too late. */
export async function putContent(queryClient: QueryClient, date: string, item: LibraryItem | null): Promise<void> {
  const { queryKey } = contentOfDateQuery(date);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, item);
}

/** Lists, calendar and runway after a change; the editors hold their own item. */
export function refreshPlan(queryClient: QueryClient): void {
  const isPlan = (key: readonly unknown[]) => key[0] === ROOT && key[1] !== "date";
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPlan(queryKey) });
}

/** Takes over what an answer has told of days: each one's item, and all that shows the plan. */
export function useShowContent() {
  const queryClient = useQueryClient();
  return async (items: Record<string, LibraryItem | null>) => {
    for (const [date, item] of Object.entries(items)) await putContent(queryClient, date, item);
    refreshPlan(queryClient);
  };
}
