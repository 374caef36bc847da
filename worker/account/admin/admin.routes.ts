import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import { adminVerifyRequest } from "#domain/contract/account.ts";
import type { AdminVerifyResponse } from "#domain/contract/administrators.ts";
import { callerNetwork } from "../../http/caller-network.ts";
import { withdrawMediaPass } from "../../http/media-pass-cookie.ts";
import type { HttpEnv } from "../../http/request-context.ts";
import { validate } from "../../http/validate.ts";
import { readSenderDomain } from "../../mail/read-sender-domain.ts";
import { leaveAdminSession, startAdminSession } from "./admin-guard.ts";
import { passTotp } from "./admin-totp.ts";
import { keepLogin } from "./find-administrator.ts";

/** /api/admin: every call carries the admin password. With a second factor, `verify` starts the session that the others need. */
export const adminRoutes = new Hono<HttpEnv>()
  .post("/verify", validate("json", adminVerifyRequest, { mayBeMissing: true }), async (c) => {
    const { totp } = c.req.valid("json");
    const { ctx, adminSession, administratorRow: row } = c.var;
    const { adminTotpSecret, turnstile } = ctx.config;
    const needsCode = adminTotpSecret !== null && (totp !== undefined || adminSession === null);
    if (needsCode) await passTotp(ctx, { totp, network: callerNetwork(c), row });
    // A session also spares later calls Turnstile, whose tokens work only once.
    if (needsCode || (turnstile !== null && adminSession === null)) await startAdminSession(c);
    keepLogin(ctx, row);
    const answer: AdminVerifyResponse = row
      ? { ok: true, administrator: { name: row.name, role: row.role } }
      : { ok: true };
    return c.json(answer);
  })
  .post("/logout", async (c) => {
    await leaveAdminSession(c);
    withdrawMediaPass(c);
    return c.json({ ok: true } satisfies OkResponse);
  })
  .get("/mail-domain", async (c) => c.json(await readSenderDomain(c.var.ctx)));
