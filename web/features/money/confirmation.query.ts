import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { ConfirmCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { APP_PAGES, PAID_LOGIN_PATH } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { type KeptCheckout, keepCheckout, readKeptCheckout } from "./kept-checkout.ts";
import { ASK_EVERY_MS, leftStateOf, PATIENCE_MS, READING_AGE_MS } from "./left-window.ts";

/**
 * Before something was approved it asks in case PayPal never calls it back, only while it is on screen: often for the minutes that most buyers take,
 * seldom afterwards. Each question is one call of PayPal's.
 */
const OPEN_EVERY_MS = 10_000;
const QUESTIONS_OFTEN = 18;
const SELDOM_EVERY_MS = MINUTE_MS;

const OPENS_PAID =
  "Your access starts as soon as PayPal confirms your first payment, usually within a few minutes, because an earlier plan you approved was never paid.";

/** The end of a purchase: a session where there is one, the spec's alert, and on to the sessions (spec section 2, "Subscribe"). */
function arrive({ subscriptionId, token, needsLogin, opensWithPayment }: ConfirmCheckoutResponse): void {
  if (token !== null) {
    clearForSignIn();
    storeAuthToken(token);
  }
  keepCheckout(null);
  const opens = opensWithPayment ? `\n\n${OPENS_PAID}` : "";
  window.alert(
    `Welcome to ${BRAND.name}! Your membership is confirmed.\n\nYour subscription id is ${subscriptionId}.${opens}`,
  );
  window.location.assign(needsLogin ? PAID_LOGIN_PATH : APP_PAGES.dashboard);
}

/** One that is taken up after a reload has no window of PayPal's any more. */
function takeUp(): KeptCheckout | null {
  const kept = readKeptCheckout();
  return kept && kept.approvedAt === null ? { ...kept, left: { at: Date.now(), isClear: false } } : kept;
}

/** What the server learns at PayPal of the checkout that this tab has begun, until it is known or the patience ends. */
export function useConfirmation() {
  const [kept, setKept] = useState(takeUp);
  const latest = useRef(kept);
  /** Begun since the page was loaded: its buyer may be at PayPal, or have been there. */
  const isBegunHere = useRef(false);
  const keep = (checkout: KeptCheckout | null) => {
    latest.current = checkout;
    keepCheckout(checkout);
    setKept(checkout);
  };
  const confirm = async (checkout: KeptCheckout): Promise<ConfirmCheckoutResponse> => {
    const askedAt = Date.now();
    try {
      // `keepalive` lets it go its way when the page is left: it is what opens the access.
      const call = api.checkout[":id"].confirm.$post({ param: { id: checkout.id } }, { init: { keepalive: true } });
      const answer = await read(call);
      if (answer.state === "active") arrive(answer);
      const { current } = latest;
      // A reading from before the window was left says nothing of what was done in it.
      if (
        answer.state === "not_approved" &&
        current?.id === checkout.id &&
        current.left &&
        askedAt - READING_AGE_MS >= current.left.at
      )
        keep({ ...current, left: { ...current.left, isClear: true } });
      return answer;
    } catch (error) {
      // Taken up after a reload, and the hour of its cookie is over: nothing more is learnt of it here.
      if (isRefusal(error) && latest.current?.approvedAt === null && !isBegunHere.current) keep(null);
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
      const waitsSince = kept.approvedAt ?? (kept.left?.isClear === false ? kept.left.at : null);
      if (waitsSince === null)
        return state.dataUpdateCount + state.errorUpdateCount < QUESTIONS_OFTEN ? OPEN_EVERY_MS : SELDOM_EVERY_MS;
      return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) - waitsSince >= PATIENCE_MS ? false : ASK_EVERY_MS;
    },
  });
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  const isRefused = isRefusal(error);
  const stateOf = () => {
    if (data?.state === "active") return "arriving";
    if (kept === null || kept.approvedAt === null) return "open";
    return isRefused || askedAt - kept.approvedAt >= PATIENCE_MS ? "late" : "confirming";
  };
  /** Asks on; an answer that is under way may be the one with the session in it, and is waited for. */
  const ask = (change: Pick<KeptCheckout, "approvedAt" | "left">) => {
    if (latest.current === null) return;
    keep({ ...latest.current, ...change });
    void refetch({ cancelRefetch: false });
  };
  return {
    state: stateOf(),
    /** While it is open: what may be said of a window that was left. */
    left: kept === null ? null : leftStateOf(kept.left ?? null, { askedAt, isRefused }),
    isAsking: isFetching,
    /** A checkout has begun, and is watched from now on. */
    begin: (checkout: KeptCheckout) => {
      isBegunHere.current = true;
      keep(checkout);
    },
    /** The buyer has approved it, or wants it asked for again. */
    ask: () => ask({ approvedAt: Date.now(), left: null }),
    /** PayPal's window is gone without a word that it was approved. False where nothing was begun that could have been. */
    leave: (): boolean => {
      if (latest.current?.approvedAt === null) ask({ approvedAt: null, left: { at: Date.now(), isClear: false } });
      return latest.current !== null;
    },
    forget: () => keep(null),
  };
}
