import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { buttonClass } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { contentItemQuery } from "./content.query.ts";
import { ContentItemSkeleton } from "./content-item-view.tsx";

type ContentLoaderProps = {
  id: string;
  isAdmin: boolean;
  back: { href: string; label: string };
  accessEnded: ReactNode;
  /** Another way on, next to the way back, if the item is missing. */
  wayOn: ReactNode;
  /** Replaces the item while there is no connection. */
  offline?: ReactNode;
  children: (item: OpenedItem) => ReactNode;
};

export function ContentLoader({ id, isAdmin, back, accessEnded, wayOn, offline, children }: ContentLoaderProps) {
  const query = useQuery(contentItemQuery(id, isAdmin));
  if (offline) return offline;
  if (query.data) return children(query.data);
  if (query.isPending) return <ContentItemSkeleton />;
  if (hasErrorCode(query.error, "no_access")) return accessEnded;
  if (!hasErrorCode(query.error, "not_found"))
    return <StatePanel kind="error" title="Your session didn't load" detail={errorDetail(query.error)} retry={query} />;
  return (
    <>
      {/* Its button replaces the page's way back (web/pages/content-page.tsx). */}
      <h1 className="sr-only">Session</h1>
      <StatePanel
        kind="empty"
        icon={SearchX}
        title="Content Not Found"
        detail="There's no session here, or it was removed."
        isWholePage
      >
        <div className="grid gap-3 sm:flex sm:justify-center">
          {wayOn}
          <Link to={back.href} className={buttonClass("secondary")}>
            {back.label}
          </Link>
        </div>
      </StatePanel>
    </>
  );
}
