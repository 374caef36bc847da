import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SessionUser } from "#domain/contract/account.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { dropAuthToken, hasPendingWork, readAuthToken, storeAuthToken } from "../../lib/auth-token.ts";
import { forgetLinkSecrets, readLinkSecrets } from "../../lib/link-secrets.ts";
import { GIVES_PASS } from "../../lib/query-client.ts";

let pending: Promise<void> | null = null;

/** Runs before anything renders: exchanges the one-time token that `/dashboard?token=` carried. */
export function exchangeLinkToken(): void {
  const { token } = readLinkSecrets();
  if (window.location.pathname !== APP_PAGES.dashboard || !token) return;
  forgetLinkSecrets();
  pending = read(api.auth.exchange.$post({ json: { token } })).then(
    (session) => storeAuthToken(session.token),
    // A used or foreign link must not affect the session this browser already has.
    () => undefined,
  );
}

export async function linkTokenSettled(): Promise<void> {
  await pending;
}

export const CHECKING = "Checking authentication...";

const VERIFY_CACHE_MS = 5 * MINUTE_MS;

async function verifySession(): Promise<SessionUser | null> {
  await linkTokenSettled();
  const token = readAuthToken();
  if (token === null) return null;
  try {
    const answer = await read(api.auth.verify.$get());
    // If someone logged out or in meanwhile, their token stays.
    if (answer.token && readAuthToken() === token) storeAuthToken(answer.token);
    // Sent before the member's pages read anything, so nothing has to be read twice.
    if (hasPendingWork()) await sendPendingWork(answer.user.id);
    return answer.user;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (readAuthToken() === token) dropAuthToken();
    return null;
  }
}

/** Rarely needed, so its code is loaded on demand. If it doesn't load, the work stays pending. */
async function sendPendingWork(memberId: string): Promise<void> {
  const code = await import("../../lib/pending-progress.ts").catch(() => null);
  await code?.sendStoredProgress(memberId);
}

export const sessionQuery = queryOptions({
  queryKey: ["/api/auth/verify"],
  queryFn: verifySession,
  staleTime: VERIFY_CACHE_MS,
  gcTime: VERIFY_CACHE_MS,
  retry: false,
  meta: GIVES_PASS,
});

export function useSession() {
  return useQuery(sessionQuery);
}

/** Checks the session again, which also renews the media pass. */
export function useRenewSession(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.refetchQueries({ predicate: ({ meta }) => meta === GIVES_PASS }), [queryClient]);
}
