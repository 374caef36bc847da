import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { api, read } from "../../lib/api.ts";
import { finishSession, signOut } from "../../lib/sign-out.ts";
import { Button } from "../../ui/button.tsx";

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

/** Members we can't verify may still want to log out, especially on a borrowed phone. */
export function LogoutButton() {
  const logout = useLogout();
  return (
    <Button icon={LogOut} variant="ghost" onClick={() => logout.mutate()} isBusy={logout.isPending}>
      Logout
    </Button>
  );
}
