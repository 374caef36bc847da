import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { contentListQuery } from "./content.query.ts";
import { contentHref, parseMonth } from "./dashboard-address.ts";
import { neighboursOf } from "./month-list.ts";

/** Previous Day and Next Day inside the item's month, wrapping around. */
export function DayLinks({ date, adminPassword }: { date: string; adminPassword: string | null }) {
  const month = parseMonth(monthOf(date));
  const list = useQuery(contentListQuery(month, adminPassword));
  const neighbours = list.data ? neighboursOf(list.data, date) : null;
  const hrefTo = ({ date, index }: { date: string; index: number }) =>
    contentHref(date, { ...month, rolodex: index }) + (adminPassword === null ? "" : "&from=admin");
  const sides = [
    {
      label: "Previous Day",
      target: neighbours?.previous,
      before: <ChevronLeft aria-hidden="true" className="size-5" />,
    },
    { label: "Next Day", target: neighbours?.next, after: <ChevronRight aria-hidden="true" className="size-5" /> },
  ];
  return (
    <nav aria-label="Days" className="grid grid-cols-2 gap-3">
      {sides.map(({ label, target, before, after }) =>
        target ? (
          <Link key={label} to={hrefTo(target)} className={buttonClass("secondary", "md", "!px-2 whitespace-nowrap")}>
            {before}
            {label}
            {after}
          </Link>
        ) : (
          <button
            key={label}
            type="button"
            disabled
            className={buttonClass("secondary", "md", "!px-2 whitespace-nowrap")}
          >
            {before}
            {label}
            {after}
          </button>
        ),
      )}
    </nav>
  );
}
