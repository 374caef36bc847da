import { useQueryClient } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { LayoutDashboard, LogOut } from "lucide-react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { adminPasswordAtom } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";

export function AdminNav({ isSignedIn }: { isSignedIn: boolean }) {
  const setPassword = useSetAtom(adminPasswordAtom);
  const queryClient = useQueryClient();

  function logOut() {
    setPassword(null);
    queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => /^\/api\/(admin|content)\b/.test(String(path)) });
  }

  return (
    <>
      <Link to={APP_PAGES.dashboard} className={buttonClass("ghost", "sm")}>
        <LayoutDashboard aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Dashboard</span>
      </Link>
      {isSignedIn && (
        <Button variant="ghost" size="sm" onClick={logOut}>
          <LogOut aria-hidden="true" className="size-4" />
          Logout
        </Button>
      )}
    </>
  );
}
