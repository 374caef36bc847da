import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  deliveryQuery,
  emailPreviewRequest,
  sendAgainRequest,
  sendWakeUpRequest,
  slotParam,
  testEmailRequest,
  troubledBatchesQuery,
} from "#domain/contract/wake-up.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { listTroubledBatches } from "./batches/list-troubled-batches.ts";
import { trySending } from "./batches/try-sending.ts";
import { readDelivery } from "./deliveries/read-delivery.ts";
import { sendAgain } from "./send-again/send-again.ts";
import { sendTestEmail } from "./send-again/send-test-email.ts";
import { sendWakeUpNow } from "./send-again/send-wake-up-now.ts";
import { sendMissedSlot } from "./slots/send-missed-slot.ts";
import { previewWakeUp } from "./slots/wake-up-mail.ts";

/** Wake-up email actions for administrators, under /api/admin and its guard. */
export const wakeUpRoutes = new Hono<HttpEnv>()
  .post("/email-preview", validate("json", emailPreviewRequest), async (c) => {
    return c.json(await previewWakeUp(c.var.ctx, c.req.valid("json")));
  })
  .post("/test-email", validate("json", testEmailRequest), async (c) => {
    await sendTestEmail(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true } satisfies OkResponse);
  })
  .get("/delivery", validate("query", deliveryQuery), async (c) => {
    return c.json(await readDelivery(c.var.ctx, c.req.valid("query")));
  })
  .get("/delivery/batches", validate("query", troubledBatchesQuery), async (c) => {
    return c.json(await listTroubledBatches(c.var.ctx, c.req.valid("query")));
  })
  .post("/delivery/try", async (c) => c.json(await trySending(c.var.ctx)))
  .post("/batches/:id/send-again", validate("json", sendAgainRequest, { mayBeMissing: true }), async (c) => {
    const { mayRepeat } = c.req.valid("json");
    return c.json(await sendAgain(c.var.ctx, { id: c.req.param("id"), mayRepeat }));
  })
  .post("/slots/:slotAt/send-again", validate("param", slotParam), async (c) => {
    return c.json(await sendMissedSlot(c.var.ctx, c.req.valid("param").slotAt));
  })
  .post("/wake-up", validate("json", sendWakeUpRequest), async (c) => {
    return c.json(await sendWakeUpNow(c.var.ctx, c.req.valid("json")));
  });
