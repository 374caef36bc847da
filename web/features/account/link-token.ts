import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";

let pending: Promise<void> | null = null;

/** Runs before anything renders: takes the one-time token of `/dashboard?token=` out of address and history, and exchanges it. */
export function takeLinkToken(): void {
  const address = new URL(window.location.href);
  const token = address.searchParams.get("token");
  if (address.pathname !== APP_PAGES.dashboard || !token) return;
  address.searchParams.delete("token");
  window.history.replaceState(null, "", address);
  pending = read(api.auth.exchange.$post({ json: { token } })).then(
    (session) => storeAuthToken(session.token),
    // A used or foreign link must not affect the session this browser already has.
    () => undefined,
  );
}

/** True while a link is being exchanged, so the logged-in member is about to change. */
export function isLinkTokenPending(): boolean {
  return pending !== null;
}

export async function linkTokenSettled(): Promise<void> {
  await pending;
}
