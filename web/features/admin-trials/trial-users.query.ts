import { queryOptions } from "@tanstack/react-query";
import { api, asAdmin, read } from "../../lib/api.ts";

export function trialUsersQuery(password: string) {
  return queryOptions({
    queryKey: ["/api/admin/trial-users"],
    queryFn: () => read(api.admin["trial-users"].$get({}, asAdmin(password))),
  });
}
