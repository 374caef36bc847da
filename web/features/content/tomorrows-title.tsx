import { useQuery } from "@tanstack/react-query";
import { addDays } from "#domain/rules/calendar-days.ts";
import { contentListQuery } from "./content.query.ts";
import { parseMonth } from "./dashboard-address.ts";

export function TomorrowsTitle({ today }: { today: string }) {
  const tomorrow = addDays(today, 1);
  const { data } = useQuery(contentListQuery(parseMonth(tomorrow)));
  const title = data?.find(({ date }) => date === tomorrow)?.title;
  return title && <p className="text-lg leading-snug font-bold wrap-anywhere semi-wide">Tomorrow: {title}</p>;
}
