import { okResponse } from "#domain/contract/account.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { checkoutOffers, confirmCheckoutResponse, startCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { mySubscription } from "#domain/contract/money/subscriptions.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import type { Answer } from "./answers.ts";
import { createMember, rowsOf, tokenFor } from "./factories.ts";
import { buy, payPal, report, startCheckout } from "./purchases.ts";

const requestId = () => crypto.randomUUID();

/** Successful responses of the payment routes, for the test of all responses. */
export const PAYMENT_ANSWERS: Record<string, Answer> = {
  "GET /api/checkout": {
    schema: checkoutOffers,
    call: async () => ({ token: await tokenFor(await createMember()) }),
  },
  "POST /api/checkout": {
    schema: startCheckoutResponse,
    call: async () => ({ json: { requestId: requestId(), plan: "annual", email: uniqueEmail(), consent: true } }),
  },
  "POST /api/checkout/:id/confirm": {
    schema: confirmCheckoutResponse,
    call: async () => {
      const { checkoutId, subscriptionId, cookie } = await startCheckout();
      await payPal.control({ action: "approve", id: subscriptionId });
      return { path: `/api/checkout/${checkoutId}/confirm`, headers: { cookie } };
    },
  },
  "POST /api/user/subscription/cancel": {
    schema: mySubscription.refine(({ subscription }) => subscription?.state === "ends"),
    call: async () => ({ token: (await buy()).token ?? "", json: { reason: "Moving on" } }),
  },
  "POST /api/paypal/webhook": {
    schema: okResponse,
    call: async () => {
      const { subscriptionId } = await buy();
      const [event] = await payPal.events(subscriptionId);
      const { body, headers } = await payPal.signedEvent(event?.id ?? "");
      return { body, headers: { ...headers, "content-type": "application/json" } };
    },
  },
  "POST /api/paypal/events/:id/replay": {
    schema: doneResponse,
    call: async () => {
      const { eventId } = await report((await buy()).subscriptionId, "PAYMENT.SALE.COMPLETED");
      return { admin: true, path: `/api/paypal/events/${eventId}/replay`, json: {} };
    },
  },
  "POST /api/paypal/subscriptions/:id/cancel": {
    schema: doneResponse,
    call: async () => ({
      admin: true,
      path: `/api/paypal/subscriptions/${(await buy()).subscriptionId}/cancel`,
      json: {},
    }),
  },
  "POST /api/admin/members/:id/subscriptions/:sid/heal": {
    schema: doneResponse,
    call: async () => {
      const { memberId, subscriptionId } = await buy();
      return { admin: true, path: `/api/admin/members/${memberId}/subscriptions/${subscriptionId}/heal`, json: {} };
    },
  },
  "POST /api/admin/payments/:id/refund": {
    schema: doneResponse,
    call: async () => {
      const [payment] = await rowsOf("select id from payments where member_id = ?", (await buy()).memberId);
      const json = { requestId: requestId(), reason: "Asked within a day" };
      return { admin: true, path: `/api/admin/payments/${payment?.id}/refund`, json };
    },
  },
};
