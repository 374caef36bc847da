import { useAtom } from "jotai";
import { isCalendarDate, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { useSearchParams } from "../../../lib/router.tsx";
import { keptAtom } from "../kept.atoms.ts";
import type { LibraryFilter } from "./content.query.ts";

export const NO_FILTER: LibraryFilter = { search: "", month: "", status: "" };
/** For who comes back by a link that knows of no filter. */
const filterAtom = keptAtom(() => NO_FILTER);

/** Today where the product is at home. */
export function productToday(): string {
  return dateIn(DEFAULT_ZONE, Date.now());
}

function isMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

/** What the library is narrowed to; the calendar has the name of the month. */
function filterIn(params: URLSearchParams): LibraryFilter {
  const [month = "", status = ""] = [params.get("in"), params.get("status")].map((text) => text ?? "");
  return {
    search: (params.get("search") ?? "").slice(0, 80),
    month: isMonth(month) ? month : "",
    status: CONTENT_STATUSES.some((known) => known === status) ? status : "",
  };
}

export function isNarrowed(filter: LibraryFilter): boolean {
  return Object.values(filter).some((text) => text !== "");
}

/** The library's filter, the calendar's month and the day in the drawer stand in the address, beside the tab. */
export function useContentAddress(today: string) {
  const [params, setParams] = useSearchParams();
  const asked = params.get("month") ?? "";
  const askedDay = params.get("day") ?? "";
  const day = isCalendarDate(askedDay) ? askedDay : null;
  const month = isMonth(asked) ? asked : monthOf(day ?? today);

  const [kept, keep] = useAtom(filterAtom);
  const filter = isNarrowed(filterIn(params)) ? filterIn(params) : kept;

  function go(next: { month?: string; day?: string | null; filter?: LibraryFilter }) {
    const merged = { month, day, filter, ...next };
    const { search, status } = merged.filter;
    const shown = { month: merged.month, day: merged.day, search, in: merged.filter.month, status };
    keep(merged.filter);
    setParams({ tab: "content", ...Object.fromEntries(Object.entries(shown).filter(([, text]) => text)) });
  }
  return { month, day, filter, go };
}
