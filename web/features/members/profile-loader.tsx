import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProfileResponse } from "#domain/contract/members.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { useProfile } from "./profile.query.ts";

export function ProfileLoader({ children }: { children: (profile: ProfileResponse) => ReactNode }) {
  const profile = useProfile();
  if (profile.data) return children(profile.data);
  if (profile.isPending) return <LoadingState text="Loading profile..." isWholePage />;
  if (!hasErrorCode(profile.error, "not_found")) {
    return (
      <ErrorState
        title="Your profile did not load"
        detail={errorDetail(profile.error)}
        onRetry={() => profile.refetch()}
        isRetrying={profile.isFetching}
      />
    );
  }
  return (
    <div className="grid min-h-[50dvh] place-content-center justify-items-center gap-5 text-center">
      <UserX aria-hidden="true" className="size-10 text-muted" />
      <h2 className="text-2xl">Profile Not Found</h2>
      <Link to={APP_PAGES.dashboard} className={buttonClass("primary")}>
        Return to Dashboard
      </Link>
    </div>
  );
}
