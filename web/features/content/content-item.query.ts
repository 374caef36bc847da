import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { answeredAhead } from "../../lib/read-ahead.ts";
import { loadAdminApi } from "./content.query.ts";

export function contentItemQuery(id: string, isAdmin = false) {
  return queryOptions(
    answeredAhead(["/api/content", id, { isAdmin }], async () => {
      const client = isAdmin ? await loadAdminApi() : api;
      // The id comes from the URL. Unencoded, "..%2Fuser%2Fprofile" would call another route.
      return read(client.content[":id"].$get({ param: { id: encodeURIComponent(id) } }));
    }),
  );
}
