import { LogOut } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { useLogout } from "./use-logout.ts";

/** Members we can't verify may still want to log out, especially on a borrowed phone. */
export function LogoutButton() {
  const logout = useLogout();
  return (
    <Button icon={LogOut} variant="ghost" onClick={() => logout.mutate()} isBusy={logout.isPending}>
      Logout
    </Button>
  );
}
