import { isCalendarDate, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { useSearchParams } from "../../../lib/router.tsx";

/** Today where the product is at home. */
export function productToday(): string {
  return dateIn(DEFAULT_ZONE, Date.now());
}

function isMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

/** The calendar's month and the day in the drawer stand in the address, beside the tab. */
export function useContentAddress(today: string) {
  const [params, setParams] = useSearchParams();
  const asked = params.get("month") ?? "";
  const askedDay = params.get("day") ?? "";
  const day = isCalendarDate(askedDay) ? askedDay : null;
  const month = isMonth(asked) ? asked : monthOf(day ?? today);

  function go(next: { month?: string; day?: string | null }) {
    const merged = { month, day, ...next };
    setParams({
      tab: "content",
      month: merged.month,
      ...(merged.day === null ? {} : { day: merged.day }),
    });
  }
  return { month, day, go };
}
