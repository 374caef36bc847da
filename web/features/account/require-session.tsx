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
  /** The page during the login check. It must match the document, so it contains only what needs no member. */
  frame: ReactNode;
  visitor?: ReactNode;
  children: (user: SessionUser) => ReactNode;
};

/** Shows the page to a logged-in member and sends visitors to /login. An unreachable server doesn't log anyone out. */
export function RequireSession({ frame, visitor, children }: RequireSessionProps) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  useEffect(() => onSignOut(() => setIsLoggingOut(true)), []);
  // A member who logs out doesn't want to come back here; a link in an email or an expired session returns here after the login.
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
      <StatePanel kind="error" title="We couldn't check your login" detail={errorDetail(session.error)} retry={session}>
        <Logout />
      </StatePanel>
    </PageShell>
  );
}

/** Members we can't verify may still want to log out, especially on a borrowed phone. */
function Logout() {
  const logout = useLogout();
  return (
    <Button icon={LogOut} variant="ghost" onClick={() => logout.mutate()} isBusy={logout.isPending}>
      Logout
    </Button>
  );
}
