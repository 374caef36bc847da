import { Hono } from "hono";
import {
  type AdminStats,
  type EmailPreviewResponse,
  emailPreviewRequest,
  type SendWakeUpResponse,
  sendWakeUpRequest,
} from "#domain/contract/admin.ts";
import type { OkResponse } from "#domain/contract/auth.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { sendWakeUpNow } from "../wake-up/send-wake-up-now.ts";
import { previewWakeUp } from "../wake-up/wake-up-mail.ts";
import { readStats } from "./read-stats.ts";

/** /api/admin: every call carries the admin password. */
export const adminRoutes = new Hono<HttpEnv>()
  .post("/verify", (c) => c.json({ ok: true } satisfies OkResponse))
  .get("/stats", async (c) => c.json((await readStats(c.var.ctx)) satisfies AdminStats))
  .post("/email-preview", validate("json", emailPreviewRequest), async (c) => {
    return c.json((await previewWakeUp(c.var.ctx, c.req.valid("json"))) satisfies EmailPreviewResponse);
  })
  .post("/wake-up", validate("json", sendWakeUpRequest), async (c) => {
    return c.json((await sendWakeUpNow(c.var.ctx, c.req.valid("json"))) satisfies SendWakeUpResponse);
  });
