import { useAtomValue } from "jotai";
import { LogOut } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../../brand/page-shell.tsx";
import { errorDetail } from "../../lib/api-error.ts";
import { offlineAtom } from "../../lib/offline.atoms.ts";
import { onSignOut } from "../../lib/sign-out.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { returnState } from "./return-path.ts";
import { useSession } from "./session.query.ts";
import { useLogout } from "./use-logout.ts";

// Without its code the page is still readable.
const OfflineBar = lazy(() =>
  import("./offline-bar.tsx").then(
    (module) => ({ default: module.OfflineBar }),
    () => ({ default: () => null }),
  ),
);

type RequireSessionProps = {
  /** The page during the login check. It must match the document, so it contains only what needs no member. */
  frame: ReactNode;
  visitor?: ReactNode;
  /** Whether the page can be read offline, from what this device stored. */
  readsOffline?: boolean;
  children: (user: SessionUser) => ReactNode;
};

/** Shows the page to a logged-in member and sends visitors to /login. An unreachable server doesn't log anyone out. */
export function RequireSession({ frame, visitor, readsOffline = false, children }: RequireSessionProps) {
  const session = useSession();
  const isOffline = useAtomValue(offlineAtom);
  const { pathname, search, hash } = useLocation();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  useEffect(() => onSignOut(() => setIsLoggingOut(true)), []);
  // A member who logs out doesn't want to come back here; a link in an email or an expired session returns here after the login.
  if (isLoggingOut) return <Navigate to={APP_PAGES.login} replace />;
  if (session.data === null) {
    if (visitor) return visitor;
    return <Navigate to={APP_PAGES.login} replace state={returnState(`${pathname}${search}${hash}`)} />;
  }
  if (session.data && (readsOffline || !isOffline)) {
    return (
      <>
        <Suspense>{isOffline && <OfflineBar />}</Suspense>
        {children(session.data)}
      </>
    );
  }
  if (!session.data && !session.isError) return frame;
  return (
    <PageShell>
      <h1 className="sr-only">{BRAND.name}</h1>
      <StatePanel
        kind="error"
        title={isOffline ? "You're offline" : "We couldn't check your login"}
        detail={isOffline ? "This page needs a connection." : errorDetail(session.error)}
        retry={session}
      >
        {session.data && (
          <Link to={APP_PAGES.dashboard} className={buttonClass("ghost")}>
            Read on the dashboard
          </Link>
        )}
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
