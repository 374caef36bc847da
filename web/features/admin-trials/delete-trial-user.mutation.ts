import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, asAdmin, read } from "../../lib/api.ts";
import { useToast } from "../../ui/use-toast.ts";
import { trialUsersQuery } from "./trial-users.query.ts";

export function useDeleteTrialUser(password: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: string) => read(api.admin["trial-users"][":id"].$delete({ param: { id } }, asAdmin(password))),
    onSuccess: () => toast({ title: "Trial User Deleted", tone: "success" }),
    onError: (error) => toast({ title: "Failed to delete trial user", description: error.message, tone: "error" }),
    // After a refusal too: the list was out of date then.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trialUsersQuery(password).queryKey }),
        queryClient.invalidateQueries({ queryKey: ["/api/admin/stats"] }),
      ]),
  });
}
