import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ContentItem } from "#domain/contract/content.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { useContentItem } from "./content.query.ts";

type ContentLoaderProps = {
  id: string;
  adminPassword: string | null;
  back: { href: string; label: string };
  accessEnded: ReactNode;
  children: (item: ContentItem) => ReactNode;
};

/** The item, or what stands in its place: loading, missing, no access, error. */
export function ContentLoader({ id, adminPassword, back, accessEnded, children }: ContentLoaderProps) {
  const query = useContentItem(id, adminPassword);
  if (query.data) return children(query.data);
  if (query.isPending) return <LoadingState text="Loading your power session..." isWholePage />;
  if (hasErrorCode(query.error, "no_access")) return accessEnded;
  if (!hasErrorCode(query.error, "not_found")) {
    return (
      <ErrorState
        title="Your session did not load"
        detail={errorDetail(query.error)}
        onRetry={() => query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <div className="grid min-h-[50dvh] place-content-center justify-items-center gap-5 text-center">
      <SearchX aria-hidden="true" className="size-10 text-muted" />
      <h1 className="text-3xl">Content Not Found</h1>
      <p className="max-w-sm text-muted">There is no session at this address, or it has not opened yet.</p>
      <Link to={back.href} className={buttonClass("primary")}>
        {back.label}
      </Link>
    </div>
  );
}
