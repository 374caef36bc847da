import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { APP_PAGES, pageOf, subscribePath } from "#domain/paths.ts";

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

function returnPathOf(state: unknown): string {
  const asked = (state as { returnTo?: unknown } | null)?.returnTo;
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, HERE)) return APP_PAGES.dashboard;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  const isOurs = origin === HERE && pageOf(pathname)?.kind === "app" && !ENTRANCES.includes(pathname);
  return isOurs ? pathname + search + hash : APP_PAGES.dashboard;
}

/** A login on the way to a plan leads back to it, every other to the page that asked for it. */
export function useReturnPath(): string {
  const { search, state } = useLocation();
  const plan = new URLSearchParams(search).get("plan");
  return plan === "monthly" || plan === "annual" ? `${subscribePath(plan)}#checkout` : returnPathOf(state);
}

/** Leads on to a page; public pages are documents that the app's router does not know. */
export function useLeadOn(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      if (pageOf(path.replace(/[?#].*/, ""))?.kind === "public") window.location.replace(path);
      else void navigate(path, { replace: true });
    },
    [navigate],
  );
}
