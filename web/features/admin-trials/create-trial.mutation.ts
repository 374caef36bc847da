import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateTrialForm } from "#domain/contract/trials.ts";
import { api, asAdmin, read } from "../../lib/api.ts";
import { trialUsersQuery } from "./trial-users.query.ts";

export function useCreateTrial(password: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (trial: CreateTrialForm) => read(api.admin["create-trial"].$post({ json: trial }, asAdmin(password))),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trialUsersQuery(password).queryKey }),
        queryClient.invalidateQueries({ queryKey: ["/api/admin/stats"] }),
      ]),
  });
}
