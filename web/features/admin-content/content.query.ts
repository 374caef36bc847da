import { queryOptions } from "@tanstack/react-query";
import { api, asAdmin, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";

export function libraryQuery(password: string) {
  return queryOptions({
    queryKey: ["/api/content/all"],
    queryFn: () => read(api.content.all.$get({}, asAdmin(password))),
  });
}

/** The item of a day, or null when there is none. */
export function contentOfDateQuery(password: string, date: string) {
  return queryOptions({
    queryKey: ["/api/content/date", date],
    queryFn: async () => {
      try {
        return await read(api.content.date[":date"].$get({ param: { date } }, asAdmin(password)));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
