import { LogOut } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../../brand/page-shell.tsx";
import { errorDetail } from "../../lib/api-error.ts";
import { onSignOut } from "../../lib/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { returnState } from "./return-path.ts";
import { useSession } from "./session.query.ts";
import { useLogout } from "./use-logout.ts";

type RequireSessionProps = {
  /** The page while the sign-in is checked; its document shows the same, so it is all of it that needs no member. */
  frame: ReactNode;
  /** What a visitor sees instead of the login, where there is a reason for it. */
  visitor?: ReactNode;
  children: (user: SessionUser) => ReactNode;
};

/** Shows the page to a signed-in member and sends visitors to /login; an unreachable server is no reason to sign out. */
export function RequireSession({ frame, visitor, children }: RequireSessionProps) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  useEffect(() => onSignOut(() => setIsLoggingOut(true)), []);
  // Whoever logs out does not want to come back here; a link in a mail and a session that ended lead on after the login.
  if (isLoggingOut) return <Navigate to={APP_PAGES.login} replace />;
  if (session.data === null) {
    if (visitor) return visitor;
    return <Navigate to={APP_PAGES.login} replace state={returnState(`${pathname}${search}${hash}`)} />;
  }
  if (session.data) return children(session.data);
  if (!session.isError) return frame;
  return (
    <PageShell>
      <h1 className="sr-only">{BRAND.name}</h1>
      <StatePanel
        kind="error"
        title="We could not check your sign-in"
        detail={errorDetail(session.error)}
        retry={session}
      >
        <Logout />
      </StatePanel>
    </PageShell>
  );
}

/** Whoever cannot be checked may want to leave all the same, on a borrowed phone above all. */
function Logout() {
  const logout = useLogout();
  return (
    <Button icon={LogOut} variant="ghost" onClick={() => logout.mutate()} isBusy={logout.isPending}>
      Logout
    </Button>
  );
}
