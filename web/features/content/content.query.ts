import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { sessionNumber } from "../../lib/auth-token.ts";
import type { YearMonth } from "./dashboard-address.ts";

const LIST_RETRIES = 3;
const LIST_RETRY_DELAY_MS = 1000;
/** Answers that no repetition changes: about who asks, or about what is not there. */
const FINAL_STATUSES = [401, 403, 404];

/** Three times, a second apart, whatever went wrong but for those (spec section 7). */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && FINAL_STATUSES.includes(error.status);
  return !isFinal && failures < LIST_RETRIES;
}

// A member's pages do without what belongs to the administrator's session.
const loadAdminApi = async () => (await import("../../lib/admin-session.ts")).adminApi;

const readMonthOf = ({ year, month }: YearMonth) =>
  read(api.content.$get({ query: { year: String(year), month: String(month) } }));

let ahead: { key: string; session: number; answer: ReturnType<typeof readMonthOf> } | null = null;
const keyOf = ({ year, month }: YearMonth) => `${year}-${month}`;

/** Asks for a month before it is known who is there; the first query for it takes the answer, and any other forgets it. */
export function readMonthAhead(month: YearMonth): void {
  const answer = readMonthOf(month);
  // Whoever takes it sees what went wrong; if nobody does, it does not matter.
  answer.catch(() => undefined);
  ahead = { key: keyOf(month), session: sessionNumber(), answer };
}

function takeMonthAhead(month: YearMonth) {
  const taken = ahead;
  ahead = null;
  return taken?.key === keyOf(month) && taken.session === sessionNumber() ? taken.answer : null;
}

/** A month's items, sorted by date. For the administrator those of the whole library, drafts included. */
export function contentListQuery({ year, month }: YearMonth, isAdmin = false) {
  const name = `${year}-${String(month).padStart(2, "0")}`;
  return queryOptions({
    queryKey: ["/api/content", { year, month, isAdmin }],
    queryFn: async () => {
      if (!isAdmin) return takeMonthAhead({ year, month }) ?? readMonthOf({ year, month });
      const adminApi = await loadAdminApi();
      const library = await read(adminApi.content.all.$get({ query: { month: name, limit: "31" } }));
      return library
        .toSorted((a, b) => a.date.localeCompare(b.date))
        .map((item) => ({ ...item, comingSoon: false, completed: false, progressPercent: 0 }));
    },
    retry: isWorthRetrying,
    retryDelay: LIST_RETRY_DELAY_MS,
  });
}

export function useContentList(month: YearMonth) {
  return useQuery(contentListQuery(month));
}

/** Months with anything to list, in order. */
export const monthsQuery = queryOptions({
  queryKey: ["/api/content/months"],
  queryFn: () => read(api.content.months.$get()),
});

/** Released items by their titles. An earlier answer stays on screen until the next one is there. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ["/api/content/search", { text }],
    queryFn: () => read(api.content.search.$get({ query: { q: text } })),
    placeholderData: keepPreviousData,
  });
}

export function useContentItem(id: string, isAdmin: boolean) {
  return useQuery({
    queryKey: ["/api/content", id, { isAdmin }],
    queryFn: async () => {
      const client = isAdmin ? await loadAdminApi() : api;
      // The id comes from the address; unencoded, "..%2Fuser%2Fprofile" would be another call.
      return read(client.content[":id"].$get({ param: { id: encodeURIComponent(id) } }));
    },
  });
}
