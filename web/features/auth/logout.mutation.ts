import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { signOut } from "../../lib/sign-out.ts";

export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => read(api.auth.logout.$post()),
    // Also without an answer: whoever logs out on a train expects to be logged out.
    onSettled: () => {
      signOut();
      queryClient.clear();
      void navigate(APP_PAGES.login, { replace: true });
    },
  });
}
