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
import type { Answer } from "./answers.ts";
import { approveGift, buyGift, captureCookie, giftRequest, keysOf } from "./gifts.ts";

/** Successful responses of the gift routes, for the test of all responses. */
export const GIFT_ANSWERS: Record<string, Answer> = {
  "GET /api/gifts/offer": { schema: giftOffer, call: async () => ({}) },
  "POST /api/gifts": { schema: orderGiftResponse, call: async () => ({ json: giftRequest() }) },
  "POST /api/gifts/:id/capture": {
    schema: captureGiftResponse.refine(({ state }) => state === "paid"),
    call: async () => {
      const { id } = await approveGift();
      return { path: `/api/gifts/${id}/capture`, json: {}, headers: { cookie: captureCookie(id) } };
    },
  },
  "GET /api/gifts/order": {
    schema: giftOrder,
    call: async () => ({ path: `/api/gifts/order?order=${keysOf(await buyGift()).order}` }),
  },
  "POST /api/gifts/order/address": {
    schema: giftOrder,
    call: async () => ({ json: { order: keysOf(await buyGift()).order, recipientEmail: uniqueEmail() } }),
  },
  "GET /api/gifts/redeem": {
    schema: giftToRedeem,
    call: async () => ({ path: `/api/gifts/redeem?token=${keysOf(await buyGift()).token}` }),
  },
  "POST /api/gifts/redeem": {
    schema: redeemGiftResponse,
    call: async () => ({ json: { token: keysOf(await buyGift()).token, consent: true } }),
  },
  "POST /api/admin/gifts/:id/refund": {
    schema: doneResponse,
    call: async () => {
      const json = { requestId: crypto.randomUUID(), reason: "Asked for it" };
      return { admin: true, path: `/api/admin/gifts/${(await buyGift()).id}/refund`, json };
    },
  },
};
