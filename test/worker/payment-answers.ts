import { okResponse } from "#domain/contract/account.ts";
import { doneResponse } from "#domain/contract/members.ts";
import { checkoutOffers, confirmCheckoutResponse, startCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { mySubscription } from "#domain/contract/money/subscriptions.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { createMember, rowsOf, tokenFor } from "./factories.ts";
import { buy, payPal, report, startCheckout } from "./purchases.ts";

const requestId = () => crypto.randomUUID();

/** Successful responses of the payment routes, for the test of all responses. */
export const PAYMENT_ANSWERS = answersOf({
  "GET /api/checkout": [checkoutOffers, async () => ({ token: await tokenFor(await createMember()) })],
  "POST /api/checkout": [
    startCheckoutResponse,
    async () => ({ json: { requestId: requestId(), plan: "annual", email: uniqueEmail(), consent: true } }),
  ],
  "POST /api/checkout/:id/confirm": [
    confirmCheckoutResponse,
    async () => {
      const { checkoutId, subscriptionId, cookie } = await startCheckout();
      await payPal.control({ action: "approve", id: subscriptionId });
      return { ids: [checkoutId], headers: { cookie } };
    },
  ],
  "POST /api/user/subscription/cancel": [
    mySubscription.refine(({ subscription }) => subscription?.state === "ends"),
    async () => ({ token: (await buy()).token ?? "", json: { reason: "Moving on" } }),
  ],
  "POST /api/paypal/webhook": [
    okResponse,
    async () => {
      const { subscriptionId } = await buy();
      const [event] = await payPal.events(subscriptionId);
      const { body, headers } = await payPal.signedEvent(event?.id ?? "");
      return { body, headers: { ...headers, "content-type": "application/json" } };
    },
  ],
  "POST /api/paypal/events/:id/replay": [
    doneResponse,
    async () => {
      const { eventId } = await report((await buy()).subscriptionId, "PAYMENT.SALE.COMPLETED");
      return asAdmin({ ids: [eventId], json: {} });
    },
  ],
  "POST /api/paypal/subscriptions/:id/cancel": [
    doneResponse,
    async () => asAdmin({ ids: [(await buy()).subscriptionId], json: {} }),
  ],
  "POST /api/admin/members/:id/subscriptions/:sid/heal": [
    doneResponse,
    async () => {
      const { memberId, subscriptionId } = await buy();
      return asAdmin({ ids: [memberId ?? "", subscriptionId], json: {} });
    },
  ],
  "POST /api/admin/payments/:id/refund": [
    doneResponse,
    async () => {
      const [payment] = await rowsOf("select id from payments where member_id = ?", (await buy()).memberId);
      return asAdmin({ ids: [String(payment?.id)], json: { requestId: requestId(), reason: "Asked within a day" } });
    },
  ],
});
