import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { finishSession, signOut } from "../../lib/sign-out.ts";

export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await finishSession();
      return read(api.auth.logout.$post());
    },
    // Runs even without a response: logging out on a train should work. The session guard then leads to /login.
    onSettled: () => {
      signOut();
      queryClient.clear();
    },
  });
}
