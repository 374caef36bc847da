import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-lg px-2 text-sm font-semibold semi-wide text-muted hover:text-bolt"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}

export function SessionHeader({ item, badges }: { item: ContentItem; badges: ReactNode }) {
  return (
    <header className="grid gap-3">
      <p className="readout text-bolt">{formatLongDate(item.date)}</p>
      <h1 className="text-[2rem] break-words sm:text-5xl">{item.title}</h1>
      <div className="flex flex-wrap gap-2 empty:hidden">{badges}</div>
    </header>
  );
}
