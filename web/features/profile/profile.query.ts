import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UpdateProfileRequest } from "#domain/contract/profile.ts";
import { withProfileDefaults } from "#domain/rules/profile-defaults.ts";
import { api, read } from "../../lib/api.ts";

export const profileQuery = queryOptions({
  queryKey: ["/api/user/profile"],
  queryFn: () => read(api.user.profile.$get()),
  select: withProfileDefaults,
});

export function useProfile() {
  return useQuery(profileQuery);
}

/** The response is the updated profile, so it isn't refetched; the session's name, which receipts show, is. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateProfileRequest) => read(api.user.profile.$put({ json: change })),
    onSuccess: (profile, { name }) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      if (name !== undefined) void queryClient.invalidateQueries({ queryKey: ["/api/auth/verify"] });
    },
  });
}
