import { queryOptions } from "@tanstack/react-query";
import { api, asAdmin, read } from "../../lib/api.ts";

export function statsQuery(password: string) {
  return queryOptions({
    queryKey: ["/api/admin/stats"],
    queryFn: () => read(api.admin.stats.$get({}, asAdmin(password))),
  });
}
