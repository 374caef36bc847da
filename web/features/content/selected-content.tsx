import { CalendarClock, Headphones, Play, Sun, Zap } from "lucide-react";
import { Link, type LinkProps } from "react-router";
import type { SessionUser } from "#domain/contract/auth.ts";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { ActionBar } from "../../brand/dock.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { OpensLater } from "./opens-later.tsx";

type SelectedContentProps = {
  item: ContentItem;
  user: SessionUser;
  href: string;
  /** What the click into an item does besides leading there: it alone may let the sound begin. */
  experience: (item: ContentItem, href: string) => Pick<LinkProps, "state" | "onClick">;
};

/** The item at the top of the dial, and the way into it. */
export function SelectedContent({ item, user, href, experience }: SelectedContentProps) {
  return (
    <article key={item.id} className="flex animate-rise flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <StatusBadges item={item} today={user.today} />
      </div>
      <header className="grid gap-2">
        <h2 className="text-[1.75rem] wrap-anywhere sm:text-4xl">{item.title}</h2>
        <p className="text-muted">{formatLongDate(item.date)}</p>
      </header>
      {item.description && (
        <p className="line-clamp-6 max-w-prose whitespace-pre-line wrap-anywhere leading-relaxed">{item.description}</p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {item.audioFilename && (
          <Badge>
            <Headphones aria-hidden="true" />
            Audio
          </Badge>
        )}
        {item.video && (
          <Badge>
            <Play aria-hidden="true" />
            Video
          </Badge>
        )}
      </div>
      {item.comingSoon ? (
        <OpensLater item={item} user={user} />
      ) : (
        <ActionBar label="Selected session">
          <Link
            to={href}
            {...experience(item, href)}
            className={buttonClass("primary", "lg", "w-full max-[22.5rem]:!px-3 sm:w-auto sm:self-start")}
          >
            <Zap aria-hidden="true" fill="currentColor" className="size-5" />
            Experience This Content
          </Link>
        </ActionBar>
      )}
    </article>
  );
}

/** How an item stands for its reader. Scheduled and Draft are an editor's words (docs/design.md, "Departures from the specification, on purpose"). */
function StatusBadges({ item, today }: { item: ContentItem; today: string }) {
  const isEarly = item.date > today && !item.comingSoon;
  return (
    <>
      {item.date === today && (
        <Badge tone="yellow">
          <Sun aria-hidden="true" />
          Today
        </Badge>
      )}
      {item.comingSoon && (
        <Badge tone="orange">
          <CalendarClock aria-hidden="true" />
          Coming Soon
        </Badge>
      )}
      {isEarly ? <Badge tone="blue">Early access</Badge> : <Badge tone="green">Published</Badge>}
    </>
  );
}
