import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { registerServiceWorker } from "../../lib/register-service-worker.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useLazyPart } from "../../ui/use-lazy-part.ts";
import { useContentList } from "./content.query.ts";
import { ContentDial } from "./content-dial.tsx";
import { ContentGrid, DialColumn, HubStatus } from "./content-frame.tsx";
import {
  contentHref,
  needsCorrection,
  readIndex,
  readMonth,
  withoutPlace,
  withPlace,
  type YearMonth,
} from "./dashboard-address.ts";
import { spokenName } from "./dial-card.tsx";
import { DialHub } from "./dial-hub.tsx";
import { MonthNavigation } from "./month-navigation.tsx";
import { SelectedContent, SelectedSkeleton, TitleSkeleton } from "./selected-content.tsx";

// Few months are empty, and none is the one a visit begins with.
const EmptyMonth = lazy(async () => ({
  default: (await loadChunk(() => import("./empty-month.tsx"))).EmptyMonth,
}));

type ContentBrowserProps = {
  user: SessionUser;
  /** The member's streak, for the dial's hub. */
  streak: ReactNode;
  /** Shown when access ended after the session was checked. */
  accessEnded: ReactNode;
  experience: ComponentProps<typeof SelectedContent>["experience"];
};

/** Month, dial and selected item; what is selected stands in the address. */
export function ContentBrowser({ user, streak, accessEnded, experience }: ContentBrowserProps) {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  // The dial's cards say themselves what the focus reaches; any other turn is announced.
  const [isAnnounced, setIsAnnounced] = useState(false);
  const [isChoosingMonth, setIsChoosingMonth] = useState(false);
  const monthButton = useRef<HTMLButtonElement>(null);
  const monthsSheet = useLazyPart(() => import("./months-sheet.tsx"));
  const month = readMonth(params, user.defaultMonth);
  const list = useContentList(month);
  const items = list.data ?? [];
  const selected = readIndex(params, items, month, user.today);
  const item = items[selected];
  const place = { ...month, rolodex: selected };
  const corrected = list.isSuccess && needsCorrection(params, place) ? withPlace(params, place).toString() : null;
  const standard = readMonth(withoutPlace(params), user.defaultMonth);
  const isStandard =
    standard.year === month.year &&
    standard.month === month.month &&
    (items.length === 0 || selected === readIndex(withoutPlace(params), items, month, user.today));

  const goTo = (next: YearMonth & { rolodex: number }, isFocused = false) => {
    setIsAnnounced(!isFocused);
    replaceParams(withPlace(params, next));
  };
  const onToday = isStandard
    ? null
    : () => {
        setIsAnnounced(true);
        replaceParams(withoutPlace(params));
        // The button that was pressed goes away with this.
        monthButton.current?.focus({ preventScroll: true });
      };

  useEffect(() => {
    if (corrected !== null) replaceParams(corrected);
  }, [corrected, replaceParams]);
  useEffect(() => {
    if (list.isSuccess) registerServiceWorker();
  }, [list.isSuccess]);

  if (hasErrorCode(list.error, "no_access")) return accessEnded;
  const monthName = formatMonth(month.year, month.month);
  return (
    <ContentGrid>
      <DialColumn>
        <MonthNavigation
          month={month}
          monthRef={monthButton}
          onChange={(next) => goTo({ ...next, rolodex: 0 })}
          onOpenMonths={() => {
            setIsChoosingMonth(true);
            monthsSheet.load();
          }}
          isOpeningMonths={monthsSheet.isLoading}
        />
        <ContentDial
          key={monthName}
          items={items}
          selected={selected}
          today={user.today}
          onSelect={(rolodex, isFocused) => goTo({ ...month, rolodex }, isFocused)}
          isLoading={list.isPending}
          hub={
            item ? (
              <DialHub items={items} streak={streak} />
            ) : (
              <HubStatus isLoading={list.isPending}>
                {list.isPending && `Loading ${BRAND.name} content...`}
                {list.isSuccess && "No content available"}
              </HubStatus>
            )
          }
        />
      </DialColumn>
      {list.isPending && (
        <>
          <TitleSkeleton />
          <SelectedSkeleton />
        </>
      )}
      {list.isLoadingError && (
        <div className="mb-5 [grid-area:title]">
          <StatePanel kind="error" title="Failed to fetch content" detail={errorDetail(list.error)} retry={list} />
        </div>
      )}
      {list.isSuccess && !item && (
        <Suspense fallback={<div className="min-h-40 [grid-area:title]" />}>
          <EmptyMonth month={month} onGoTo={(next) => goTo({ ...next, rolodex: 0 })} onToday={onToday} />
        </Suspense>
      )}
      {item && (
        <SelectedContent
          item={item}
          user={user}
          href={contentHref(item.date, place)}
          experience={experience}
          onToday={onToday}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {isAnnounced && item && spokenName(item, user.today)}
        {isAnnounced && list.isSuccess && !item && `${monthName}: No content available`}
      </p>
      {monthsSheet.part && (
        <monthsSheet.part.MonthsSheet
          isOpen={isChoosingMonth}
          onClose={() => setIsChoosingMonth(false)}
          shown={month}
          onGoTo={(next) => {
            setIsChoosingMonth(false);
            goTo(next);
          }}
        />
      )}
    </ContentGrid>
  );
}
