import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const streakQuery = queryOptions({
  queryKey: ["/api/user/streak"],
  queryFn: () => read(api.user.streak.$get()),
});

export function useStreak() {
  return useQuery(streakQuery);
}
