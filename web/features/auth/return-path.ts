import { useLocation } from "react-router";
import { APP_PAGES, documentEntryOf } from "#domain/paths.ts";

/** What the login page is told of the page that a visitor wanted. */
export function returnState(path: string): { returnTo: string } {
  return { returnTo: path };
}

/** Where a login leads: the page that was asked for, if it is one of the app's own, else the dashboard. */
export function returnPathOf(state: unknown): string {
  const path = (state as { returnTo?: unknown } | null)?.returnTo;
  if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//")) return APP_PAGES.dashboard;
  const { pathname } = new URL(path, "http://app");
  return documentEntryOf(pathname) === "app" && pathname !== APP_PAGES.login ? path : APP_PAGES.dashboard;
}

export function useReturnPath(): string {
  return returnPathOf(useLocation().state);
}
