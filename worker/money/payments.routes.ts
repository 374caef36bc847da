import { Hono } from "hono";
import * as z from "zod";
import { memberRef } from "#domain/contract/members.ts";
import { refundPaymentRequest, subscriptionRef } from "#domain/contract/money/subscriptions.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { readMemberPayments, syncByAdministrator } from "./administer-payments.ts";
import { refundPayment } from "./refund/refund-payment.ts";

const subscriptionOfMember = z.object({ id: memberRef.shape.id, sid: subscriptionRef.shape.id });

/** Payments in the administrator's area, below /api/admin and its guard. */
export const paymentsRoutes = new Hono<HttpEnv>()
  .get("/members/:id/payments", validate("param", memberRef), async (c) => {
    return c.json(await readMemberPayments(c.var.ctx, c.req.valid("param").id));
  })
  .post("/members/:id/subscriptions/:sid/heal", validate("param", subscriptionOfMember), async (c) => {
    return c.json(await syncByAdministrator(c.var.ctx, c.req.valid("param")));
  })
  .post(
    "/payments/:id/refund",
    validate("param", subscriptionRef),
    validate("json", refundPaymentRequest),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return c.json(await refundPayment(c.var.ctx, input));
    },
  );
