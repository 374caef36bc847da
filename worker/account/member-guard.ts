import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { grantMediaPass } from "../http/media-pass-cookie.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { unauthorized } from "../kernel/errors.ts";
import { type Caller, readToken, requireSession, type Session, type Viewer } from "./sessions/sessions.ts";

declare module "hono" {
  interface ContextVariableMap {
    caller: Caller;
    session: Session;
    viewer: Viewer;
  }
}

/** About three times as long as our tokens need. */
const LONGEST_HEADER = 1024;
const READS = ["GET", "HEAD"];

/** Reads the session from the bearer token, or null. Doesn't check whether the session is still active. */
export async function bearerSession(c: Context<HttpEnv>): Promise<Session | null> {
  const header = c.req.header("authorization") ?? "";
  if (header.length > LONGEST_HEADER) return null;
  const [, token] = /^Bearer (\S+)$/i.exec(header) ?? [];
  return token === undefined ? null : readToken(c.var.ctx.config, token, c.var.sessionNow);
}

/** Looks up the session in parallel with a read, and waits for it, so a route that forgets to check can't answer a stranger. */
export async function runAsMember(c: Context<HttpEnv>, next: Next): Promise<void> {
  const session = await bearerSession(c);
  if (!session) throw unauthorized();
  const member = requireSession(c.var.ctx, session, c.var.sessionNow);
  // It's awaited below. Without this, a route that fails first would leave the rejection unhandled.
  member.catch(() => undefined);
  const caller: Caller = { memberId: session.memberId, member };
  c.var.ctx.line.memberId = session.memberId;
  c.set("session", session);
  c.set("caller", caller);
  c.set("viewer", caller);
  if (!READS.includes(c.req.method)) await member;
  await next();
  grantMediaPass(c, await member);
}

export const memberGuard = createMiddleware<HttpEnv>((c, next) => runAsMember(c, next));

/** What a use case for a member gets besides the request's parts. */
export const asMember = (c: Context<HttpEnv>) => ({ caller: c.var.caller });

/** The same, with the session itself. */
export const inSession = ({ var: { caller, session, sessionNow: now } }: Context<HttpEnv>) => ({
  caller,
  session,
  now,
});
