import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { ConfirmCheckoutResponse } from "#domain/contract/checkout.ts";
import { APP_PAGES, PAID_LOGIN_PATH } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { type KeptCheckout, keepCheckout, readKeptCheckout } from "./kept-checkout.ts";

/** So long the page asks by itself once something was approved, and so often. */
const PATIENCE_MS = 90_000;
const APPROVED_EVERY_MS = 2_500;
/**
 * Before that it asks in case PayPal never calls it back, only while it is on screen: often for the minutes that most buyers take,
 * seldom afterwards. Each question is one call of PayPal's.
 */
const OPEN_EVERY_MS = 10_000;
const QUESTIONS_OFTEN = 18;
const SELDOM_EVERY_MS = 60_000;

/** The end of a purchase: a session where there is one, the spec's alert, and on to the sessions (spec section 2, "Subscribe"). */
function arrive({ subscriptionId, token, needsLogin }: ConfirmCheckoutResponse): void {
  if (token !== null) {
    clearForSignIn();
    storeAuthToken(token);
  }
  keepCheckout(null);
  window.alert(`Welcome to ${BRAND.name}! Your membership is confirmed.\n\nYour subscription id is ${subscriptionId}.`);
  window.location.assign(needsLogin ? PAID_LOGIN_PATH : APP_PAGES.dashboard);
}

/** What the server learns at PayPal of the checkout that this tab has begun, until it is known or the patience ends. */
export function useConfirmation() {
  const [kept, setKept] = useState(readKeptCheckout);
  const keep = (checkout: KeptCheckout | null) => {
    keepCheckout(checkout);
    setKept(checkout);
  };
  const confirm = async (checkout: KeptCheckout): Promise<ConfirmCheckoutResponse> => {
    try {
      // `keepalive` lets it go its way when the page is left: it is what opens the access.
      const call = api.checkout[":id"].confirm.$post({ param: { id: checkout.id } }, { init: { keepalive: true } });
      const answer = await read(call);
      if (answer.state === "active") arrive(answer);
      if (answer.state === "confirming" && checkout.approvedAt === null) keep({ ...checkout, approvedAt: Date.now() });
      return answer;
    } catch (error) {
      // The hour of its cookie is over, and nothing was approved here.
      if (isRefusal(error) && checkout.approvedAt === null) keep(null);
      throw error;
    }
  };
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ["/api/checkout", kept?.id, "confirm"],
    queryFn: () => (kept === null ? null : confirm(kept)),
    enabled: kept !== null,
    // One answer alone carries the session.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => state.data?.state !== "active",
    refetchOnReconnect: ({ state }) => state.data?.state !== "active",
    refetchInterval: ({ state }) => {
      if (kept === null || state.data?.state === "active" || isRefusal(state.error)) return false;
      if (kept.approvedAt === null)
        return state.dataUpdateCount + state.errorUpdateCount < QUESTIONS_OFTEN ? OPEN_EVERY_MS : SELDOM_EVERY_MS;
      return isLate(kept, Math.max(state.dataUpdatedAt, state.errorUpdatedAt)) ? false : APPROVED_EVERY_MS;
    },
  });
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  const stateOf = () => {
    if (data?.state === "active") return "arriving";
    if (kept === null || kept.approvedAt === null) return "open";
    return isRefusal(error) || isLate(kept, askedAt) ? "late" : "confirming";
  };
  /** Asks on; an answer that is under way may be the one with the session in it, and is waited for. */
  const ask = (checkout: KeptCheckout) => {
    keep({ ...checkout, approvedAt: Date.now() });
    void refetch({ cancelRefetch: false });
  };
  return {
    state: stateOf(),
    isAsking: isFetching,
    /** A checkout has begun, and is watched from now on. */
    begin: keep,
    /** The buyer has approved it, or wants it asked for again. */
    ask: () => {
      if (kept !== null) ask(kept);
    },
    forget: () => keep(null),
  };
}

function isLate({ approvedAt }: KeptCheckout, askedAt: number): boolean {
  return approvedAt !== null && askedAt - approvedAt >= PATIENCE_MS;
}
