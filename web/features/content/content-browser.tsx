import { type ReactNode, Suspense, useRef, useState } from "react";
import type { LinkProps } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { lazyChunk } from "../../lib/load-chunk.ts";
import { StatePanel } from "../../ui/state-panel.tsx";
import { ContentDial } from "./content-dial.tsx";
import { ContentGrid, DialColumn, HubStatus, MonthProgress } from "./content-frame.tsx";
import { contentHref, type DialAddress } from "./dashboard-address.ts";
import { spokenName } from "./dial-card.tsx";
import { MonthNavigation } from "./month-navigation.tsx";
import { SelectedContent, SelectedSkeleton, TitleSkeleton } from "./selected-content.tsx";
import { TomorrowsTitle } from "./tomorrows-title.tsx";
import { useDialPlace } from "./use-dial-place.ts";

// Lazy: few months are empty, and a visit never begins with one.
const EmptyMonth = lazyChunk(() => import("./empty-month.tsx").then((module) => module.EmptyMonth));

type ContentBrowserProps = {
  user: SessionUser;
  hub: (progress: ReactNode) => ReactNode;
  /** When the next email comes: below the dial, or below tomorrow's title once today's session is done. */
  wakeUp: (isBelowTomorrow: boolean) => ReactNode;
  /** Rows below the dial, by the selected item's date; on phones below the picture, or above it once today's session is done. */
  rows: (selected: string | undefined) => ReactNode;
  accessEnded: ReactNode;
  /** Link props that start the audio with the click: browsers allow sound only from a click. */
  experience: (item: ListedItem, href: string) => Pick<LinkProps, "state" | "onClick">;
};

export function ContentBrowser({ user, hub, wakeUp, rows, accessEnded, experience }: ContentBrowserProps) {
  const { month, list, items, place, isStandard, ...turn } = useDialPlace(user);
  // Cards that take focus are read by screen readers anyway; announce every other turn.
  const [isAnnounced, setIsAnnounced] = useState(false);
  const monthButton = useRef<HTMLButtonElement>(null);
  if (hasErrorCode(list.error, "no_access")) return accessEnded;
  const goTo = (next: DialAddress, isFocused = false) => {
    setIsAnnounced(!isFocused);
    turn.goTo(next);
  };
  const goToToday = () => {
    setIsAnnounced(true);
    turn.goToToday();
    // The pressed button disappears, so move focus to the month.
    monthButton.current?.focus({ preventScroll: true });
  };
  const onToday = isStandard ? null : goToToday;
  const item = items[place.rolodex];
  const monthName = formatMonth(month.year, month.month);
  const isDone = item !== undefined && item.date === user.today && item.completed;
  return (
    <ContentGrid>
      <DialColumn
        isDone={isDone}
        rows={
          <>
            {!isDone && wakeUp(false)}
            {rows(item?.date)}
          </>
        }
      >
        <MonthNavigation month={month} monthRef={monthButton} onGoTo={goTo} />
        <ContentDial
          key={monthName}
          items={items}
          selected={place.rolodex}
          today={user.today}
          onSelect={(rolodex, isFocused) => goTo({ ...month, rolodex }, isFocused)}
          isLoading={list.isPending}
          hub={
            item ? (
              hub(<MonthProgress items={items} user={user} />)
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
        <Suspense fallback={<div data-awaited="item" className="[grid-area:title]" />}>
          <EmptyMonth onToday={onToday} />
        </Suspense>
      )}
      {item && (
        <SelectedContent
          item={item}
          user={user}
          href={contentHref(item.date, place.rolodex)}
          experience={experience}
          onToday={onToday}
        >
          {isDone && (
            <div>
              <TomorrowsTitle today={user.today} />
              {wakeUp(true)}
            </div>
          )}
        </SelectedContent>
      )}
      <p aria-live="polite" className="sr-only">
        {isAnnounced && item && spokenName(item, user.today)}
        {isAnnounced && list.isSuccess && !item && `${monthName}: No content available`}
      </p>
    </ContentGrid>
  );
}
