import { type ReactNode, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/auth.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { PageShell } from "../../ui/page-shell.tsx";
import { returnState } from "./return-path.ts";
import { useSession } from "./session.query.ts";

/** Shows the page to a signed-in member and sends visitors to /login; an unreachable server is no reason to sign out. */
export function RequireSession({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(false);
  if (session.data) {
    wasSignedIn.current = true;
    return children(session.data);
  }
  if (session.data === null) {
    // A link of a mail leads on to its page after the login; whoever logs out here does not want to come back here.
    const state = wasSignedIn.current ? null : returnState(`${pathname}${search}`);
    return <Navigate to={APP_PAGES.login} replace state={state} />;
  }
  return (
    <PageShell>
      <h1 className="sr-only">{BRAND.name}</h1>
      {session.isError ? (
        <ErrorState
          title="We could not check your sign-in"
          detail={errorDetail(session.error)}
          onRetry={() => session.refetch()}
          isRetrying={session.isFetching}
        />
      ) : (
        <LoadingState text="Checking authentication..." isWholePage />
      )}
    </PageShell>
  );
}
