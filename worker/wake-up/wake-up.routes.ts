import { Hono } from "hono";
import {
  deliveryQuery,
  emailPreviewRequest,
  morningParam,
  sendAgainRequest,
  sendWakeUpRequest,
  testEmailRequest,
  troubledBatchesQuery,
} from "#domain/contract/wake-up.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { listTroubledBatches } from "./batches/list-troubled-batches.ts";
import { trySending } from "./batches/try-sending.ts";
import { readDelivery } from "./deliveries/read-delivery.ts";
import { startResending, stopResending } from "./send-again/resends.ts";
import { sendAgain } from "./send-again/send-again.ts";
import { sendTestEmail } from "./send-again/send-test-email.ts";
import { sendWakeUpNow } from "./send-again/send-wake-up-now.ts";
import { previewWakeUp } from "./slots/wake-up-mail.ts";

/** Wake-up email actions for administrators, under /api/admin and its guard. */
export const wakeUpRoutes = new Hono<HttpEnv>()
  .post("/email-preview", call({ json: emailPreviewRequest }, previewWakeUp))
  .post("/test-email", call({ json: testEmailRequest }, sendTestEmail))
  .get("/delivery", call({ query: deliveryQuery }, readDelivery))
  .get("/delivery/batches", call({ query: troubledBatchesQuery }, listTroubledBatches))
  .post("/delivery/try", call({}, trySending))
  .post("/batches/:id/send-again", validate("json", sendAgainRequest, { mayBeMissing: true }), async (c) => {
    const { mayRepeat } = c.req.valid("json");
    return c.json(await sendAgain(c.var.ctx, { id: c.req.param("id"), mayRepeat }));
  })
  .post("/mornings/:date/send-again", call({ param: morningParam, json: sendAgainRequest }, startResending))
  .delete("/mornings/:date/send-again", call({ param: morningParam }, stopResending))
  .post("/wake-up", call({ json: sendWakeUpRequest }, sendWakeUpNow));
