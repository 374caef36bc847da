import { BRAND } from "#domain/brand.ts";
import type { ConfirmCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { APP_PAGES, PAID_LOGIN_PATH } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { type KeptCheckout, keepCheckout, readKeptCheckout } from "./kept-checkout.ts";
import type { Purchase } from "./payment-window.query.ts";

const OPENS_PAID =
  "Your access starts as soon as PayPal confirms your first payment, usually within a few minutes, because an earlier plan you approved was never paid.";

/** The end of a purchase: a session where there is one, the spec's alert, and on to the sessions (spec section 2, "Subscribe"). */
function arrive({ subscriptionId, token, needsLogin, opensWithPayment }: ConfirmCheckoutResponse): void {
  if (token !== null) {
    clearForSignIn();
    storeAuthToken(token);
  }
  const opens = opensWithPayment ? `\n\n${OPENS_PAID}` : "";
  window.alert(
    `Welcome to ${BRAND.name}! Your membership is confirmed.\n\nYour subscription id is ${subscriptionId}.${opens}`,
  );
  window.location.assign(needsLogin ? PAID_LOGIN_PATH : APP_PAGES.dashboard);
}

/** A subscription; what the server learns at PayPal opens it. */
export const CHECKOUT: Purchase<KeptCheckout, ConfirmCheckoutResponse> = {
  queryKey: ["/api/checkout", "confirm"],
  readKept: readKeptCheckout,
  keep: keepCheckout,
  ask: (id) => read(api.checkout[":id"].confirm.$post({ param: { id } }, { init: { keepalive: true } })),
  onPaid: arrive,
  isWatched: true,
};
