import { Hono } from "hono";
import { adminVerifyRequest } from "#domain/contract/admin.ts";
import type { OkResponse } from "#domain/contract/auth.ts";
import type { MailDomain } from "#domain/contract/mail-domain.ts";
import { callerNetwork } from "../http/caller-network.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validateIfGiven } from "../http/validate.ts";
import { readSenderDomain } from "../mail/sender-domain.ts";
import { endAdminSession, hasAdminSession, startAdminSession } from "./admin-session-cookie.ts";
import { passTotp } from "./admin-totp.ts";

/** /api/admin: every call carries the admin password. With a second factor, `verify` starts the session that the others need. */
export const adminRoutes = new Hono<HttpEnv>()
  .post("/verify", validateIfGiven("json", adminVerifyRequest), async (c) => {
    const { totp } = c.req.valid("json");
    const { adminTotpSecret, turnstile } = c.var.ctx.config;
    const needsCode = adminTotpSecret !== null && (totp !== undefined || !hasAdminSession(c));
    if (needsCode) await passTotp(c.var.ctx, { totp, network: callerNetwork(c) });
    // By it the calls that follow are spared Turnstile, too, whose tokens are good once.
    if (needsCode || (turnstile !== null && !hasAdminSession(c))) startAdminSession(c);
    return c.json({ ok: true } satisfies OkResponse);
  })
  .post("/logout", (c) => {
    endAdminSession(c);
    return c.json({ ok: true } satisfies OkResponse);
  })
  .get("/mail-domain", async (c) => c.json((await readSenderDomain(c.var.ctx)) satisfies MailDomain));
