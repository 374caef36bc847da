import { queryOptions, useQuery } from "@tanstack/react-query";
import type { BrowseQuery } from "#domain/contract/content/browse.ts";
import type { SessionLink } from "#domain/contract/mail-responses.ts";
import { api, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { GIVES_PASS } from "../../lib/query-client.ts";
import type { YearMonth } from "./dashboard-address.ts";

/** Retrying doesn't change these: they depend on the caller, or the item doesn't exist. */
const FINAL_STATUSES = [401, 403, 404];

/** Retries three times, a second apart, except for final statuses (spec section 7). */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && FINAL_STATUSES.includes(error.status);
  return !isFinal && failures < 3;
}

const loadAdminApi = () => import("../../lib/admin-session.ts").then((module) => module.adminApi);

/** A month's items, sorted by date. Administrators get the whole library, drafts included. */
export function contentListQuery({ year, month }: YearMonth, isAdmin = false) {
  const name = `${year}-${String(month).padStart(2, "0")}`;
  return queryOptions({
    queryKey: ["/api/content", { year, month, isAdmin }],
    queryFn: async () => {
      if (!isAdmin) return read(api.content.$get({ query: { year: String(year), month: String(month) } }));
      const adminApi = await loadAdminApi();
      const library = await read(adminApi.content.all.$get({ query: { month: name, limit: "31" } }));
      return library
        .toSorted((a, b) => a.date.localeCompare(b.date))
        .map((item) => ({ ...item, comingSoon: false, completed: false, progressPercent: 0 }));
    },
    retry: isWorthRetrying,
    retryDelay: 1000,
  });
}

export function contentItemQuery(id: string, isAdmin = false) {
  return queryOptions({
    queryKey: ["/api/content", id, { isAdmin }],
    queryFn: async () => {
      const client = isAdmin ? await loadAdminApi() : api;
      // The ID comes from the URL. Unencoded, "..%2Fuser%2Fprofile" would call another route.
      return read(client.content[":id"].$get({ param: { id: encodeURIComponent(id) } }));
    },
  });
}

export const monthsQuery = queryOptions({
  queryKey: ["/api/content/months"],
  queryFn: () => read(api.content.months.$get()),
});

export const readLibraryPage = (query: BrowseQuery) => read(api.content.library.$get({ query }));

/** Opens an item with a wake-up email's link, without a login. The response sets a pass for the item's media. */
export function useItemByMail(link: SessionLink) {
  return useQuery({
    queryKey: ["/api/by-mail/open", link],
    queryFn: () => read(api["by-mail"].open.$post({ json: link })),
    meta: GIVES_PASS,
  });
}
