import { APP_PAGES } from "#domain/paths.ts";
import { PLACE_NAMES } from "./dashboard-address.ts";
import type { leavingLibrary } from "./session-row.tsx";

export function backToDashboardHref(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => PLACE_NAMES.some((each) => each === name)));
  return kept.size > 0 ? `${APP_PAGES.dashboard}?${kept}` : APP_PAGES.dashboard;
}

/** The library's address as it was left for this session; null if the visit came from elsewhere. */
export function libraryLeft(state: unknown): string | null {
  return (state as Partial<ReturnType<typeof leavingLibrary>> | null)?.library ?? null;
}
