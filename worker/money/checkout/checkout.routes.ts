import type { Context } from "hono";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import {
  type CheckoutOffers,
  type ConfirmCheckoutResponse,
  checkoutRef,
  type StartCheckoutResponse,
  startCheckoutRequest,
} from "#domain/contract/money/checkout.ts";
import { clientOf, handOut } from "../../account/account.routes.ts";
import type { Member } from "../../account/member/member.ts";
import { bearerSession } from "../../account/member-guard.ts";
import { requireSession } from "../../account/sessions/sessions.ts";
import { authRateLimit, callerNetwork } from "../../http/caller-network.ts";
import { setHttpOnlyCookie } from "../../http/cookies.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { AppError } from "../../kernel/errors.ts";
import { holdingOf, NO_HOLDING, offersFor } from "./checkout-offers.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { startCheckout } from "./start-checkout.ts";

const COOKIE = "checkout_nonce";
const HOUR_SECONDS = 3600;

/** The member of a valid session; null for visitors and logged-out members. */
async function buyerOf(c: Context<HttpEnv>): Promise<Member | null> {
  const session = await bearerSession(c);
  if (!session) return null;
  return requireSession(c.var.ctx, session, c.var.sessionNow).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "unauthorized") return null;
    throw error;
  });
}

async function readOffers(c: Context<HttpEnv>): Promise<CheckoutOffers> {
  const session = await bearerSession(c);
  const [member, holding] = await Promise.all([buyerOf(c), holdingOf(c.var.ctx, session?.memberId)]);
  return offersFor(c.var.ctx, member, member ? holding : NO_HOLDING);
}

/** /api/checkout: buying, with or without a session. */
export const checkoutRoutes = new Hono<HttpEnv>()
  .get("/", async (c) => c.json(await readOffers(c)))
  .post("/", authRateLimit, validate("json", startCheckoutRequest), async (c) => {
    const input = { ...c.req.valid("json"), member: await buyerOf(c), network: callerNetwork(c) };
    const { nonce, ...answer } = await startCheckout(c.var.ctx, input);
    // One per checkout, so that two tabs keep theirs.
    const path = `/api/checkout/${answer.checkoutId}`;
    setHttpOnlyCookie(c, COOKIE, nonce, { path, maxAgeSeconds: HOUR_SECONDS });
    return c.json(answer satisfies StartCheckoutResponse as StartCheckoutResponse);
  })
  .post("/:id/confirm", authRateLimit, validate("param", checkoutRef), async (c) => {
    const memberId = (await buyerOf(c))?.id ?? null;
    const input = { ...c.req.valid("param"), nonce: getCookie(c, COOKIE) ?? null, memberId, client: await clientOf(c) };
    const { session, ...answer } = await confirmCheckout(c.var.ctx, input);
    const { token } = session ? await handOut(c, session) : { token: null };
    return c.json({ ...answer, token } satisfies ConfirmCheckoutResponse as ConfirmCheckoutResponse);
  });
