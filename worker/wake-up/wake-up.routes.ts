import { Hono } from "hono";
import {
  type EmailPreviewResponse,
  emailPreviewRequest,
  type SendWakeUpResponse,
  sendWakeUpRequest,
  testEmailRequest,
} from "#domain/contract/admin.ts";
import type { OkResponse } from "#domain/contract/auth.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { sendTestEmail } from "./send-test-email.ts";
import { sendWakeUpNow } from "./send-wake-up-now.ts";
import { previewWakeUp } from "./wake-up-mail.ts";

/** What the administrator does with wake-up mails, below /api/admin and its guard. */
export const wakeUpRoutes = new Hono<HttpEnv>()
  .post("/email-preview", validate("json", emailPreviewRequest), async (c) => {
    return c.json((await previewWakeUp(c.var.ctx, c.req.valid("json"))) satisfies EmailPreviewResponse);
  })
  .post("/test-email", validate("json", testEmailRequest), async (c) => {
    await sendTestEmail(c.var.ctx, c.req.valid("json"));
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/wake-up", validate("json", sendWakeUpRequest), async (c) => {
    return c.json((await sendWakeUpNow(c.var.ctx, c.req.valid("json"))) satisfies SendWakeUpResponse);
  });
