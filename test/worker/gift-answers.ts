import { doneResponse } from "#domain/contract/members.ts";
import {
  captureGiftResponse,
  giftOffer,
  giftOrder,
  giftToRedeem,
  orderGiftResponse,
  redeemGiftResponse,
} from "#domain/contract/money/gifts.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { answersOf, asAdmin } from "./answers.ts";
import { approveGift, buyGift, captureCookie, giftRequest, keysOf } from "./gifts.ts";

/** Successful responses of the gift routes, for the test of all responses. */
export const GIFT_ANSWERS = answersOf({
  "GET /api/gifts/offer": [giftOffer, async () => ({})],
  "POST /api/gifts": [orderGiftResponse, async () => ({ json: giftRequest() })],
  "POST /api/gifts/:id/capture": [
    captureGiftResponse.refine(({ state }) => state === "paid"),
    async () => {
      const { id } = await approveGift();
      return { ids: [id], json: {}, headers: { cookie: captureCookie(id) } };
    },
  ],
  "GET /api/gifts/order": [giftOrder, async () => ({ query: `?order=${keysOf(await buyGift()).order}` })],
  "POST /api/gifts/order/address": [
    giftOrder,
    async () => ({ json: { order: keysOf(await buyGift()).order, recipientEmail: uniqueEmail() } }),
  ],
  "GET /api/gifts/redeem": [giftToRedeem, async () => ({ query: `?token=${keysOf(await buyGift()).token}` })],
  "POST /api/gifts/redeem": [
    redeemGiftResponse,
    async () => ({ json: { token: keysOf(await buyGift()).token, consent: true } }),
  ],
  "POST /api/admin/gifts/:id/refund": [
    doneResponse,
    async () =>
      asAdmin({ ids: [(await buyGift()).id], json: { requestId: crypto.randomUUID(), reason: "Asked for it" } }),
  ],
});
