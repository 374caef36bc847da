import { clsx } from "clsx";
import { useAtomValue } from "jotai";
import { Headphones, Play, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { ActionBar } from "../../brand/dock.tsx";
import { offlineAtom } from "../../lib/offline.atoms.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { OpensLater } from "./opens-later.tsx";
import { StatusBadges } from "./status-badges.tsx";

type SelectedContentProps = {
  item: ListedItem;
  user: SessionUser;
  href: string;
  experience: (item: ListedItem, href: string) => Pick<LinkProps, "state" | "onClick">;
  /** Turns the dial to today; null if it is already there. */
  onToday: (() => void) | null;
  /** Once today's session is done, what comes next, instead of what it's about. */
  children: ReactNode;
};

const ACTION_LABEL = "Selected session";
/** Two lines high above the dial on small phones, so that the dial stays where it is while it turns. */
const TITLE =
  "mb-2 text-[1.375rem] small:mb-0 small:h-10 small:content-center small:text-[1.125rem] small:line-clamp-2 md:text-3xl";
/** Today's session is large until it's done. */
const LARGE = `${TITLE} lg:text-5xl xl:text-6xl`;
const PICTURE = "mt-5 aspect-square w-full rounded-card border border-line sm:aspect-40/21 lg:mt-8 lg:aspect-21/9";
const ACTION = "min-w-0 max-md:!px-2 max-sm:flex-1 max-md:text-[0.9375rem] short:flex-auto short:text-sm";
const BODY = "flex min-h-40 flex-col gap-4 [grid-area:body] md:min-h-0";

export function SelectedContent({ item, user, href, experience, onToday, children }: SelectedContentProps) {
  const isOffline = useAtomValue(offlineAtom);
  const isNext = item.date === user.today && !item.completed;
  return (
    <article className="contents">
      <h2
        key={`title ${item.id}`}
        className={`animate-fade wrap-anywhere [grid-area:title] ${isNext ? LARGE : `${TITLE} lg:text-4xl`}`}
      >
        {item.title}
      </h2>
      <div key={`body ${item.id}`} className={`animate-fade ${BODY}`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-muted lg:text-lg">{formatLongDate(item.date)}</p>
          <div className="flex flex-wrap gap-2">
            <StatusBadges item={item} today={user.today} />
          </div>
        </div>
        {item.comingSoon && <OpensLater item={item} user={user} />}
        {children || (
          <>
            {item.description && (
              <p className="line-clamp-3 max-w-prose whitespace-pre-line wrap-anywhere leading-relaxed sm:line-clamp-6 lg:text-lg">
                {item.description}
              </p>
            )}
            <div className="flex flex-wrap gap-2 empty:hidden">
              {item.hasAudio && <Badge icon={Headphones}>Audio</Badge>}
              {item.hasVideo && <Badge icon={Play}>Video</Badge>}
            </div>
          </>
        )}
        {(onToday || !item.comingSoon) && (
          <ActionBar label={ACTION_LABEL}>
            <div className="flex flex-wrap gap-2.5 max-sm:flex-row-reverse sm:mt-2 short:-order-1 short:mt-0">
              {!item.comingSoon && (
                <Link
                  to={href}
                  {...experience(item, href)}
                  className={buttonClass(
                    item.completed ? "secondary" : "primary",
                    "lg",
                    clsx(ACTION, isNext && "lg:text-lg"),
                  )}
                >
                  {!item.completed && (
                    <Zap fill="currentColor" className={clsx("size-5 short:hidden", onToday && "max-sm:hidden")} />
                  )}
                  {isOffline ? "Read this session" : item.completed ? "Play again" : "Experience This Content"}
                </Link>
              )}
              {onToday && <TodayButton onClick={onToday} isAlone={item.comingSoon} />}
            </div>
          </ActionBar>
        )}
      </div>
      <Artwork
        date={item.date}
        own={item.artworkFilename}
        className={`${PICTURE} ${children ? "[grid-area:rows] beside:[grid-area:picture]" : "[grid-area:picture]"}`}
      />
    </article>
  );
}

export function TodayButton({ onClick, isAlone = false }: { onClick: () => void; isAlone?: boolean }) {
  return (
    <Button
      variant="secondary"
      size="lg"
      className={clsx("shrink-0 max-sm:!px-4", isAlone && "max-sm:flex-1")}
      onClick={onClick}
    >
      Today
    </Button>
  );
}

const BAR = "animate-pulse rounded-lg bg-raised";

export function TitleSkeleton() {
  return (
    <div aria-hidden="true" className={`[grid-area:title] ${LARGE}`}>
      <span className={`inline-block h-[0.95em] w-3/5 ${BAR}`} />
    </div>
  );
}

export function SelectedSkeleton() {
  return (
    <>
      <div aria-hidden="true" className={BODY}>
        <span className={`h-6 w-[14rem] ${BAR}`} />
        <span className={`h-18 max-w-prose ${BAR}`} />
        <ActionBar label={ACTION_LABEL}>
          <span className={`block h-14 !rounded-xl max-w-full sm:mt-2 sm:w-[18.5rem] ${BAR}`} />
        </ActionBar>
      </div>
      <div
        aria-hidden="true"
        data-awaited="item"
        className={`animate-pulse bg-raised [grid-area:picture] ${PICTURE}`}
      />
    </>
  );
}
