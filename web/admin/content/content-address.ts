import { getDefaultStore, useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { isCalendarDate, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CONTENT_STATUSES } from "#domain/rules/release.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { storedText } from "../../lib/stored.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { resettableAtom } from "../parts/stored.atoms.ts";
import type { LibraryFilter } from "./content.query.ts";

export const NO_FILTER: LibraryFilter = { search: "", month: "", status: "" };
type ContentView = "calendar" | "list";
/** Restore the view and the filter for links that carry none. */
type Kept = { view: ContentView; filter: LibraryFilter };
/** In this browser, also for the next visit. */
const lastView = storedText("content_view", { scope: "browser", endsWith: "nothing" });
const keptAtom = resettableAtom<Kept>(() => ({
  view: lastView.read() === "list" ? "list" : "calendar",
  filter: NO_FILTER,
}));

export function productToday(): string {
  return dateIn(DEFAULT_ZONE, Date.now());
}

export function isMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

/** The month filter is `in`, because `month` is the calendar's. */
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

const store = getDefaultStore();

function stateIn(params: URLSearchParams, today: string) {
  const [month = "", askedDay = ""] = ["month", "day"].map((name) => params.get(name) ?? "");
  const day = isCalendarDate(askedDay) ? askedDay : null;
  const filter = filterIn(params);
  const kept = store.get(keptAtom);
  return {
    // A month is the calendar's.
    view: params.get("view") === "list" ? "list" : isMonth(month) ? "calendar" : kept.view,
    month: isMonth(month) ? month : monthOf(day ?? today),
    day,
    filter: isNarrowed(filter) ? filter : kept.filter,
  };
}

type Move = {
  view?: ContentView;
  month?: string;
  day?: string | null;
  filter?: Partial<LibraryFilter>;
  /** The day in the drawer when the request was sent. If the drawer shows another day by now, nothing moves. */
  from?: string | null;
};

/** Whether the address is still this tab's. */
export const isContentOpen = () => new URLSearchParams(window.location.search).get("tab") === "content";

/** Keeps the view, the library's filter, the calendar's month, and the drawer's day in the URL, next to the tab. */
export function useContentAddress() {
  const [today] = useState(productToday);
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  useAtomValue(keptAtom);
  const shown = stateIn(params, today);
  // An address, such as a link's, may have set it.
  useEffect(() => {
    store.set(keptAtom, (kept) => ({ ...kept, view: shown.view }));
    lastView.write(shown.view);
  }, [shown.view]);

  /** Starts from the current URL, which the rendered state may lag behind. Does nothing once another tab is open. */
  function go({ from, filter: narrowing, ...move }: Move) {
    const present = new URLSearchParams(window.location.search);
    const before = stateIn(present, today);
    if (!isContentOpen() || (from !== undefined && from !== before.day)) return;
    const { view, filter, month, day } = { ...before, ...move, filter: { ...before.filter, ...narrowing } };
    store.set(keptAtom, { view, filter });
    const { search, month: within, status } = filter;
    const texts = { view: view === "list" && view, month, day, search, in: within, status };
    replaceParams({
      tab: "content",
      ...Object.fromEntries(Object.entries(texts).flatMap((pair) => (pair[1] ? [pair] : []))),
    });
  }
  return { ...shown, today, go };
}

export type ContentAddress = ReturnType<typeof useContentAddress>;
