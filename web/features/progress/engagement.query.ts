import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const engagementQuery = queryOptions({
  queryKey: ["/api/user/engagement"],
  queryFn: () => read(api.user.engagement.$get()),
});

export function useEngagement() {
  return useQuery(engagementQuery);
}
