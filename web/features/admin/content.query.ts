import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";

export const libraryQuery = queryOptions({
  queryKey: ["/api/content/all"],
  queryFn: () => read(adminApi.content.all.$get({ query: {} })),
});

/** The item of a day, or null when there is none. */
export function contentOfDateQuery(date: string) {
  return queryOptions({
    queryKey: ["/api/content/date", date],
    queryFn: async () => {
      try {
        return await read(adminApi.content.date[":date"].$get({ param: { date } }));
      } catch (error) {
        if (hasErrorCode(error, "not_found")) return null;
        throw error;
      }
    },
  });
}
