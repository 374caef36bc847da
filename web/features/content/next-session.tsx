import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link, type LinkProps } from "react-router";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { buttonClass } from "../../ui/button.tsx";
import { contentListQuery } from "./content.query.ts";
import { addToMonth, contentHref, parseMonth } from "./dashboard-address.ts";

type NextSessionProps = {
  date: string;
  experience: (item: ListedItem, href: string) => Pick<LinkProps, "state" | "onClick">;
};

/** The first open session after an older one that isn't done, if need be of the next month; if all are done, the very next. */
export function NextSession({ date, experience }: NextSessionProps) {
  const month = parseMonth(date);
  const own = useQuery(contentListQuery(month));
  const isAfter = (item: ListedItem) => item.date > date && !item.comingSoon;
  const isNext = (item: ListedItem) => isAfter(item) && !item.completed;
  const isLast = own.isSuccess && !own.data.some(isNext);
  const following = useQuery({ ...contentListQuery(addToMonth(month, 1)), enabled: isLast });
  if (own.isPending || (isLast && following.isPending)) return null;
  const items = [...(own.data ?? []), ...(following.data ?? [])];
  const item = items.find(isNext) ?? items.find(isAfter);
  if (!item) return null;
  const ofItsMonth = items.filter((other) => monthOf(other.date) === monthOf(item.date));
  const href = contentHref(item.date, ofItsMonth.indexOf(item));
  return (
    <Link to={href} {...experience(item, href)} className={buttonClass("secondary")}>
      <span className="grid min-w-0 flex-1 text-left">
        <span className="text-muted text-xs">Next session</span> <span className="truncate">{item.title}</span>
      </span>
      <ArrowRight className="size-4.5 shrink-0" />
    </Link>
  );
}
