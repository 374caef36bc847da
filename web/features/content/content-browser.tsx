import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/auth.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { useContentList } from "./content.query.ts";
import { ContentDial } from "./content-dial.tsx";
import { contentHref, dashboardQuery, readDashboardAddress, type YearMonth } from "./dashboard-address.ts";
import { clampIndex } from "./dial-geometry.ts";
import { openingIndex } from "./month-list.ts";
import { MonthNavigation } from "./month-navigation.tsx";
import { SelectedContent } from "./selected-content.tsx";

type ContentBrowserProps = {
  user: SessionUser;
  /** Shown when access ended after the session was checked. */
  accessEnded: ReactNode;
};

/** Month, dial and selected item; what is selected stands in the address. */
export function ContentBrowser({ user, accessEnded }: ContentBrowserProps) {
  const [params, setParams] = useSearchParams();
  const address = readDashboardAddress(params, user.defaultMonth);
  const { year, month } = address;
  const list = useContentList({ year, month });
  if (hasErrorCode(list.error, "no_access")) return accessEnded;

  const items = list.data ?? [];
  const monthText = `${year}-${String(month).padStart(2, "0")}`;
  const selected = clampIndex(address.rolodex ?? openingIndex(items, monthText, user.today), items.length);
  const item = items[selected];
  const goTo = (place: YearMonth & { rolodex: number }) => setParams(dashboardQuery(place), { replace: true });

  return (
    <div className="grid gap-6 lg:grid-cols-[22.5rem_minmax(0,1fr)] lg:gap-x-16">
      <div className="grid min-w-0 content-start gap-5">
        <MonthNavigation year={year} month={month} onChange={(next) => goTo({ ...next, rolodex: 0 })} />
        <ContentDial
          items={items}
          selected={selected}
          today={user.today}
          onSelect={(rolodex) => goTo({ year, month, rolodex })}
          notice={list.isSuccess ? items.length === 0 && "No content available" : list.isPending && "Loading"}
        />
      </div>
      <div className="min-h-72 min-w-0 lg:flex lg:flex-col lg:justify-center">
        {list.isPending && <LoadingState text={`Loading ${BRAND.name} content...`} />}
        {list.isLoadingError && (
          <ErrorState
            title="Failed to fetch content"
            detail={errorDetail(list.error)}
            onRetry={() => list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {list.isSuccess && !item && (
          <p className="py-10 text-center text-muted">No sessions in this month. Try the one before or after it.</p>
        )}
        {item && (
          <SelectedContent item={item} user={user} href={contentHref(item.date, { year, month, rolodex: selected })} />
        )}
      </div>
    </div>
  );
}
