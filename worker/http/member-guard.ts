import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { requireSession } from "../auth/require-session.ts";
import { readSession, type Session } from "../auth/session-token.ts";
import { unauthorized } from "../errors.ts";
import type { Caller } from "../members/caller.ts";
import type { HttpEnv } from "./http-env.ts";
import { grantMediaPass } from "./media-pass-cookie.ts";

/** The session of the bearer token. @throws AppError `unauthorized` */
export async function bearerSession(c: Context<HttpEnv>): Promise<Session> {
  const [, token] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const { config, now } = c.var.ctx;
  // In development a journey may set the clock a month ahead; its session is over only when the real one says so too.
  const session = token === undefined ? null : await readSession(config, token, Math.min(now, Date.now()));
  if (!session) throw unauthorized();
  return session;
}

/**
 * Starts the member's look-up and lets the route read beside it: one database round trip deep. It waits for the look-up
 * before any answer leaves, so a route that forgot to look cannot answer a stranger.
 */
export async function runAsMember(c: Context<HttpEnv>, session: Session, next: () => Promise<void>): Promise<void> {
  const caller: Caller = { memberId: session.memberId, member: requireSession(c.var.ctx, session) };
  // The rejection is thrown below; without this a route that fails first would leave it unhandled.
  caller.member.catch(() => undefined);
  c.set("caller", caller);
  c.set("viewer", caller);
  await next();
  grantMediaPass(c, await caller.member);
}

export const memberGuard = createMiddleware<HttpEnv>(async (c, next) => {
  await runAsMember(c, await bearerSession(c), next);
});
