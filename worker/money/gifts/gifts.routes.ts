import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import {
  correctGiftRequest,
  giftListRequest,
  giftOrderQuery,
  giftRef,
  giftTokenQuery,
  type OrderGiftResponse,
  orderGiftRequest,
  type RedeemGiftResponse,
  redeemGiftRequest,
} from "#domain/contract/money/gifts.ts";
import { refundRequest } from "#domain/contract/money/subscriptions.ts";
import { clientOf, handOut } from "../../account/account.routes.ts";
import { call } from "../../http/call.ts";
import { authRateLimit, callerNetwork } from "../../http/caller-network.ts";
import { setHttpOnlyCookie } from "../../http/cookies.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { orderGift, readOffer } from "./order-gift.ts";
import { captureGift } from "./pay-gift.ts";
import { correctGift, listGifts, readGiftOrder, readGiftToRedeem } from "./read-gift.ts";
import { redeemGift } from "./redeem-gift.ts";
import { refundGift } from "./refund-gift.ts";

const CAPTURE_COOKIE = "gift_capture";
/** How long an unpaid order is checked at PayPal. */
const OPEN_ORDER_SECONDS = 86_400;

/** /api/gifts: for givers and recipients, by signed links and without an account. */
export const giftRoutes = new Hono<HttpEnv>()
  .get("/offer", call({}, readOffer))
  .get("/order", authRateLimit, call({ query: giftOrderQuery }, readGiftOrder))
  .post("/order/address", authRateLimit, call({ json: correctGiftRequest }, correctGift))
  .get("/redeem", authRateLimit, call({ query: giftTokenQuery }, readGiftToRedeem))
  .post("/redeem", authRateLimit, validate("json", redeemGiftRequest), async (c) => {
    const { opened, ...answer } = await redeemGift(c.var.ctx, { ...c.req.valid("json"), client: await clientOf(c) });
    const { token } = opened ? await handOut(c, opened) : { token: null };
    return c.json({ ...answer, token } satisfies RedeemGiftResponse);
  })
  .post("/", authRateLimit, validate("json", orderGiftRequest), async (c) => {
    const input = { ...c.req.valid("json"), network: callerNetwork(c) };
    const { captureKey, ...answer } = await orderGift(c.var.ctx, input);
    if (captureKey !== null) {
      // One per gift, so that two orders side by side keep theirs.
      const path = `/api/gifts/${answer.giftId}`;
      setHttpOnlyCookie(c, CAPTURE_COOKIE, captureKey, { path, maxAgeSeconds: OPEN_ORDER_SECONDS });
    }
    return c.json(answer satisfies OrderGiftResponse as OrderGiftResponse);
  })
  .post("/:id/capture", authRateLimit, validate("param", giftRef), async (c) => {
    const input = { ...c.req.valid("param"), captureKey: getCookie(c, CAPTURE_COOKIE) ?? null };
    return c.json(await captureGift(c.var.ctx, input));
  });

export const adminGiftRoutes = new Hono<HttpEnv>()
  .get("/", call({ query: giftListRequest }, listGifts))
  .post("/:id/refund", call({ param: giftRef, json: refundRequest }, refundGift));
