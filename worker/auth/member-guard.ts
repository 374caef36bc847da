import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { unauthorized } from "../errors.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { grantMediaPass } from "../media/media-pass-cookie.ts";
import { type Caller, readSession, requireSession, type Session, type Viewer } from "./sessions.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Set by the member guard. */
    caller: Caller;
    /** Set by the guards of what both members and the administrator may open. */
    viewer: Viewer;
  }
}

/** The session of the bearer token. @throws AppError `unauthorized` */
export async function bearerSession(c: Context<HttpEnv>): Promise<Session> {
  const [, token] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const session = token === undefined ? null : await readSession(c.var.ctx.config, token, c.var.sessionNow);
  if (!session) throw unauthorized();
  return session;
}

/**
 * Starts the member's look-up and lets the route read beside it: one database round trip deep. It waits for the look-up
 * before any answer leaves, so a route that forgot to look cannot answer a stranger.
 */
export async function runAsMember(c: Context<HttpEnv>, next: Next): Promise<void> {
  const session = await bearerSession(c);
  const caller: Caller = { memberId: session.memberId, member: requireSession(c.var.ctx, session) };
  // The rejection is thrown below; without this a route that fails first would leave it unhandled.
  caller.member.catch(() => undefined);
  c.set("caller", caller);
  c.set("viewer", caller);
  await next();
  grantMediaPass(c, await caller.member);
}

export const memberGuard = createMiddleware<HttpEnv>((c, next) => runAsMember(c, next));
