import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { requireAdminPassword } from "../admin/require-admin-password.ts";
import { callerAddress } from "./caller-address.ts";
import type { HttpEnv } from "./http-env.ts";
import { grantMediaPass } from "./media-pass-cookie.ts";
import { bearerSession, runAsMember } from "./member-guard.ts";
import { adminRateLimit } from "./rate-limit.ts";

const HEADER = "x-admin-password";

async function runAsAdmin(c: Context<HttpEnv>, next: () => Promise<void>): Promise<void> {
  await adminRateLimit(c, async () => undefined);
  await requireAdminPassword(c.var.ctx, { password: c.req.header(HEADER) ?? "", address: callerAddress(c) });
  c.set("viewer", "admin");
  await next();
  grantMediaPass(c, "admin");
}

export const adminGuard = createMiddleware<HttpEnv>((c, next) => runAsAdmin(c, next));

/** For what an administrator previews with the password and a member opens with a session. */
export const memberOrAdminGuard = createMiddleware<HttpEnv>(async (c, next) => {
  if (c.req.header(HEADER) !== undefined) return runAsAdmin(c, next);
  return runAsMember(c, await bearerSession(c), next);
});
