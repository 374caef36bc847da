import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/auth.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { registerServiceWorker } from "../../lib/register-service-worker.ts";
import { IconButton } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useContentList } from "./content.query.ts";
import { ContentDial } from "./content-dial.tsx";
import {
  addToMonth,
  contentHref,
  needsCorrection,
  readIndex,
  readMonth,
  withPlace,
  type YearMonth,
} from "./dashboard-address.ts";
import { SelectedContent } from "./selected-content.tsx";

type ContentBrowserProps = {
  user: SessionUser;
  /** Shown when access ended after the session was checked. */
  accessEnded: ReactNode;
  experience: ComponentProps<typeof SelectedContent>["experience"];
};

/** Month, dial and selected item; what is selected stands in the address. */
export function ContentBrowser({ user, accessEnded, experience }: ContentBrowserProps) {
  const [params, setParams] = useSearchParams();
  const month = readMonth(params, user.defaultMonth);
  const list = useContentList(month);
  const items = list.data ?? [];
  const selected = readIndex(params, items, month, user.today);
  const item = items[selected];
  const place = { ...month, rolodex: selected };
  const corrected = list.isSuccess && needsCorrection(params, place) ? withPlace(params, place).toString() : null;
  const goTo = (next: YearMonth & { rolodex: number }) => setParams(withPlace(params, next), { replace: true });

  useEffect(() => {
    if (corrected !== null) setParams(corrected, { replace: true });
  }, [corrected, setParams]);
  useEffect(() => {
    if (list.isSuccess) registerServiceWorker();
  }, [list.isSuccess]);

  if (hasErrorCode(list.error, "no_access")) return accessEnded;
  return (
    <div className="grid gap-6 lg:grid-cols-[22.5rem_minmax(0,1fr)] lg:gap-x-16">
      <div className="grid min-w-0 content-start gap-5">
        <MonthNavigation {...month} onChange={(next) => goTo({ ...next, rolodex: 0 })} />
        <ContentDial
          key={`${month.year}-${month.month}`}
          items={items}
          selected={selected}
          today={user.today}
          onSelect={(rolodex) => goTo({ ...month, rolodex })}
          notice={list.isSuccess ? items.length === 0 && "No content available" : list.isPending && "Loading"}
        />
      </div>
      <div className="min-h-72 min-w-0 lg:flex lg:flex-col lg:justify-center">
        {list.isPending && <StatePanel kind="loading" title={`Loading ${BRAND.name} content...`} />}
        {list.isLoadingError && (
          <StatePanel kind="error" title="Failed to fetch content" detail={errorDetail(list.error)} retry={list} />
        )}
        {list.isSuccess && !item && (
          <StatePanel kind="empty" title="No sessions in this month. Try the one before or after it." />
        )}
        {item && (
          <SelectedContent item={item} user={user} href={contentHref(item.date, place)} experience={experience} />
        )}
      </div>
    </div>
  );
}

function MonthNavigation({ year, month, onChange }: YearMonth & { onChange: (month: YearMonth) => void }) {
  return (
    <div className="flex items-center justify-between gap-2 rounded-full border border-line bg-panel p-1">
      <IconButton
        label="Previous month"
        className="!size-11 !border-transparent"
        onClick={() => onChange(addToMonth({ year, month }, -1))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <p aria-live="polite" className="font-bold wide">
        {formatMonth(year, month)}
      </p>
      <IconButton
        label="Next month"
        className="!size-11 !border-transparent"
        onClick={() => onChange(addToMonth({ year, month }, 1))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
