import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { UpdateProfileRequest } from "#domain/contract/members.ts";
import { api, read } from "../../lib/api.ts";
import { profileQuery } from "./profile.query.ts";

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateProfileRequest) => read(api.user.profile.$put({ json: change })),
    onSuccess: async (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile);
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
  });
}
