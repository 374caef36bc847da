import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const profileQuery = queryOptions({
  queryKey: ["/api/user/profile"],
  queryFn: () => read(api.user.profile.$get()),
});

export function useProfile() {
  return useQuery(profileQuery);
}
