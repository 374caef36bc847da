import { APP_PAGES, pageOf } from "#domain/paths.ts";
import { useVisit } from "../../lib/router.tsx";

/** What the pages around signing in hand to one another as the router's state: the page that was asked for. */
export function returnState(path: string): { returnTo: string } {
  return { returnTo: path };
}

/** Ways into a session are nowhere to return to once there is one. */
const ENTRANCES: readonly string[] = [
  APP_PAGES.login,
  APP_PAGES.resetPassword,
  APP_PAGES.setupPassword,
  APP_PAGES.quickLogin,
];

// Browsers read backslashes and tabs into addresses; only the parsed address tells whose it is.
const HERE = "http://app.invalid";

/** Where a sign-in leads: the page that was asked for, if it is one of the app's own, else the dashboard. */
function returnPathOf(state: unknown): string {
  const asked = (state as { returnTo?: unknown } | null)?.returnTo;
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, HERE)) return APP_PAGES.dashboard;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  const isOurs = origin === HERE && pageOf(pathname)?.kind === "app" && !ENTRANCES.includes(pathname);
  return isOurs ? pathname + search + hash : APP_PAGES.dashboard;
}

export function useReturnPath(): string {
  return returnPathOf(useVisit().state);
}
