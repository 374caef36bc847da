import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../../brand/page-shell.tsx";
import { errorDetail } from "../../lib/api-error.ts";
import { linkAddress } from "../../lib/link-secrets.ts";
import { offlineAtom } from "../../lib/offline.atoms.ts";
import { onSignOut } from "../../lib/sign-out.ts";
import { StatePanel } from "../../ui/state-panel.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { returnState } from "./return-path.ts";
import { useSession } from "./session.query.ts";

// What can be restored comes with this code (scripts/build/site.ts).
const OfflineFrame = lazy(async () => ({ default: (await import("./offline-frame.tsx")).OfflineFrame }));

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
  const location = useLocation();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  useEffect(() => onSignOut(() => setIsLoggingOut(true)), []);
  // A member who logs out doesn't want to come back here; a link in an email or an expired session returns here after the login.
  if (isLoggingOut) return <Navigate to={APP_PAGES.login} replace />;
  if (session.data === null) {
    if (visitor) return visitor;
    // The frame stays until the login page is there; for a moment, the page would be empty.
    return (
      <>
        {frame}
        <Navigate to={APP_PAGES.login} replace state={returnState(linkAddress(location))} />
      </>
    );
  }
  if (session.data) {
    return (
      <>
        <Suspense>{isOffline && <OfflineFrame isReadable={readsOffline} />}</Suspense>
        {(readsOffline || !isOffline) && children(session.data)}
      </>
    );
  }
  if (!session.isError) return frame;
  return (
    <PageShell>
      <h1 className="sr-only">{BRAND.name}</h1>
      <StatePanel kind="error" title="We couldn't check your login" detail={errorDetail(session.error)} retry={session}>
        <LogoutButton />
      </StatePanel>
    </PageShell>
  );
}
