import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";

let pending: Promise<void> | null = null;

/** The one-time token in `/dashboard?token=`, and the address without it; null if there is none. */
function splitLinkToken(address: URL): { token: string; cleanPath: string } | null {
  const token = address.searchParams.get("token");
  if (address.pathname !== APP_PAGES.dashboard || !token) return null;
  const rest = new URLSearchParams(address.search);
  rest.delete("token");
  const query = rest.toString();
  return { token, cleanPath: address.pathname + (query && `?${query}`) + address.hash };
}

/** Runs before anything renders. It removes the token from address and history first, then exchanges it. */
export function takeLinkToken(): void {
  const link = splitLinkToken(new URL(window.location.href));
  if (link === null) return;
  window.history.replaceState(null, "", link.cleanPath);
  pending = read(api.auth.exchange.$post({ json: { token: link.token } })).then(
    (session) => storeAuthToken(session.token),
    // A used or foreign link must not affect the session this browser already has.
    () => undefined,
  );
}

/** True while a link is being exchanged, so the signed-in member is about to change. */
export function isLinkTokenPending(): boolean {
  return pending !== null;
}

export async function linkTokenSettled(): Promise<void> {
  await pending;
}
