import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { APP_PAGES, pageOf, subscribePath } from "#domain/paths.ts";
import { takeLinkSecrets } from "../../lib/link-secrets.ts";

/** The page that was requested, as router state shared by the login pages. */
export function returnState(path: string): { returnTo: string } {
  return { returnTo: path };
}

const { login, resetPassword, setupPassword, invitation, signIn, quickLogin } = APP_PAGES;
/** Login pages make no sense as a return path once there's a session. */
const ENTRANCES: readonly string[] = [login, resetPassword, setupPassword, invitation, signIn, quickLogin];

// Browsers normalize backslashes and tabs in addresses, so only the parsed address shows whether it's ours.
const HERE = "http://app.invalid";

function returnPathOf(state: unknown): string {
  const asked = (state as { returnTo?: unknown } | null)?.returnTo;
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, HERE)) return APP_PAGES.dashboard;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  const isOurs = origin === HERE && pageOf(pathname)?.kind === "app" && !ENTRANCES.includes(pathname);
  return isOurs ? pathname + search + hash : APP_PAGES.dashboard;
}

/** A login that started from a plan returns to that plan; any other returns to the requested page. */
export function useReturnPath(): string {
  const { search, state } = useLocation();
  const plan = new URLSearchParams(search).get("plan");
  return plan === "monthly" || plan === "annual" ? `${subscribePath(plan)}#checkout` : returnPathOf(state);
}

/** Navigates to a page; public pages are separate documents that the app's router doesn't know. */
export function useLeadOn(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      if (pageOf(path.replace(/[?#].*/, ""))?.kind === "public") return window.location.replace(path);
      void navigate(path, { replace: true });
      takeLinkSecrets();
    },
    [navigate],
  );
}
