import { Hono } from "hono";
import * as z from "zod";
import { memberRef } from "#domain/contract/members.ts";
import { refundPaymentRequest, subscriptionRef } from "#domain/contract/money/subscriptions.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { readMemberPayments, syncByAdministrator } from "./administer-payments.ts";
import { refundPayment } from "./refund/refund-payment.ts";

const subscriptionOfMember = z.object({ id: memberRef.shape.id, sid: subscriptionRef.shape.id });

/** Payments in the administrator's area, below /api/admin and its guard. */
export const paymentsRoutes = new Hono<HttpEnv>()
  .get("/members/:id/payments", call({ param: memberRef }, readMemberPayments))
  .post("/members/:id/subscriptions/:sid/heal", call({ param: subscriptionOfMember }, syncByAdministrator))
  .post("/payments/:id/refund", call({ param: subscriptionRef, json: refundPaymentRequest }, refundPayment));
