import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { SessionUser } from "#domain/contract/account.ts";
import { ContentDial } from "./content-dial.tsx";
import type { DialItem } from "./dial-card.tsx";
import { SelectedSkeleton, TitleSkeleton } from "./selected-content.tsx";

export function ContentGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 [grid-template-areas:'dial'_'title'_'body'_'picture'_'rows'] small:[grid-template-areas:'title'_'dial'_'body'_'picture'_'rows'] beside:grid-cols-[21.75rem_minmax(0,1fr)] beside:grid-rows-[auto_auto_1fr] beside:gap-x-8 beside:[grid-template-areas:'dial_title'_'dial_body'_'dial_picture'] lg:gap-x-14">
      {children}
    </div>
  );
}

type DialColumnProps = { children: ReactNode; rows?: ReactNode; isDone?: boolean };

/** The dial, with rows below it where there are two columns. On a phone, they change places with the picture once today's session is done. */
export function DialColumn({ children, rows, isDone = false }: DialColumnProps) {
  return (
    <div className="contents beside:grid beside:min-w-0 beside:grid-cols-1 beside:content-start beside:[grid-area:dial]">
      <div className="mb-2 grid min-w-0 grid-cols-1 content-start gap-2 [grid-area:dial] sm:gap-4 beside:[grid-area:auto]">
        {children}
      </div>
      {/* An item's height is unknown until it loads, so what's below it on a phone shows with it. */}
      <div
        className={`mt-5 grid min-w-0 content-start gap-3 ${isDone ? "[grid-area:picture]" : "[grid-area:rows]"} max-md:group-has-[[data-awaited=item]]/board:invisible beside:[grid-area:auto]`}
      >
        {rows}
      </div>
    </div>
  );
}

export function HubStatus({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  return (
    <p role={isLoading ? "status" : undefined} className="text-[calc(var(--spacing)*3.5)] text-muted">
      {children}
    </p>
  );
}

type MonthProgressProps = { items: readonly DialItem[]; user: Pick<SessionUser, "today" | "memberSince"> };

/**
 * How many of a month's items are done, for the middle of the dial: of those to today since the member joined, or of all if the month is
 * before that. A done one always counts, as it does in the dial's ticks and This Month.
 */
export function MonthProgress({ items, user }: MonthProgressProps) {
  const released = items.filter(({ date, completed }) => completed || date <= user.today);
  const isBefore = released.every(({ date }) => date < user.memberSince);
  const open = released.filter(({ date, completed }) => isBefore || completed || date >= user.memberSince);
  const done = open.filter((item) => item.completed).length;
  if (open.length === 0) return null;
  return (
    <p className="mt-2 h-10 border-bolt/50 border-t px-2 pt-2 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted tabular-nums">
      <span className="text-ink">{done}</span> of {open.length} done
    </p>
  );
}

/** The dashboard's skeleton, in mobile order: a streamed document paints piece by piece. */
export function ContentFrame({ status }: { status: string }) {
  const arrow = "mx-3 size-5 text-muted/50";
  return (
    <ContentGrid>
      <DialColumn>
        <div
          aria-hidden="true"
          className="flex h-11.5 items-center justify-between rounded-full border border-line bg-panel"
        >
          <ChevronLeft className={arrow} />
          <ChevronDown className="size-4 text-muted/50" />
          <ChevronRight className={arrow} />
        </div>
        <ContentDial items={[]} selected={0} today="" isLoading hub={<HubStatus isLoading>{status}</HubStatus>} />
      </DialColumn>
      <TitleSkeleton />
      <SelectedSkeleton />
    </ContentGrid>
  );
}
