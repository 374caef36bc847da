import { useQuery } from "@tanstack/react-query";
import { Sun } from "lucide-react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { contentListQuery } from "./content.query.ts";
import { contentHref, parseMonth } from "./dashboard-address.ts";

/** Links to today's session or the newest one before it; to the dashboard while neither is known. */
export function TodayLink({ today }: { today: string }) {
  const { data = [] } = useQuery(contentListQuery(parseMonth(today)));
  const rolodex = data.findLastIndex((item) => item.date <= today && !item.comingSoon);
  const date = data[rolodex]?.date;
  return (
    <Link to={date === undefined ? APP_PAGES.dashboard : contentHref(date, rolodex)} className={buttonClass("primary")}>
      <Sun className="size-5" />
      {date === today || date === undefined ? "Go to today" : "Go to the newest session"}
    </Link>
  );
}
