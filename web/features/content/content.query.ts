import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { answeredAhead } from "../../lib/read-ahead.ts";
import type { YearMonth } from "./dashboard-address.ts";

const LIST_RETRIES = 3;
const LIST_RETRY_DELAY_MS = 1000;
/** Retrying doesn't change these: they depend on the caller, or the item doesn't exist. */
const FINAL_STATUSES = [401, 403, 404];

/** Retries three times, a second apart, except for final statuses (spec section 7). */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && FINAL_STATUSES.includes(error.status);
  return !isFinal && failures < LIST_RETRIES;
}

export const loadAdminApi = () => import("../../lib/admin-session.ts").then((module) => module.adminApi);

/** A month's items, sorted by date. Administrators get the whole library, drafts included. */
export function contentListQuery({ year, month }: YearMonth, isAdmin = false) {
  const name = `${year}-${String(month).padStart(2, "0")}`;
  return queryOptions({
    ...answeredAhead(["/api/content", { year, month, isAdmin }], async () => {
      if (!isAdmin) return read(api.content.$get({ query: { year: String(year), month: String(month) } }));
      const adminApi = await loadAdminApi();
      const library = await read(adminApi.content.all.$get({ query: { month: name, limit: "31" } }));
      return library
        .toSorted((a, b) => a.date.localeCompare(b.date))
        .map((item) => ({ ...item, comingSoon: false, completed: false, progressPercent: 0 }));
    }),
    retry: isWorthRetrying,
    retryDelay: LIST_RETRY_DELAY_MS,
  });
}
