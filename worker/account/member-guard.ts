import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import type { HttpEnv } from "../http/request-context.ts";
import { unauthorized } from "../kernel/errors.ts";
import { grantMediaPass } from "../media/media-pass-cookie.ts";
import { type Caller, readToken, requireSession, type Session, type Viewer } from "./sessions/sessions.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Set by the member guard, as the next. */
    caller: Caller;
    session: Session;
    /** Set by the guards of what both members and the administrator may open. */
    viewer: Viewer;
  }
}

/** Ours have a third of this. */
const LONGEST_HEADER = 1024;
const READS = ["GET", "HEAD"];

/** The session that the request's bearer token stands for, or null. Whether it still lives is not looked up here. */
export async function bearerSession(c: Context<HttpEnv>): Promise<Session | null> {
  const header = c.req.header("authorization") ?? "";
  if (header.length > LONGEST_HEADER) return null;
  const [, token] = /^Bearer (\S+)$/i.exec(header) ?? [];
  return token === undefined ? null : readToken(c.var.ctx.config, token, c.var.sessionNow);
}

/**
 * Starts the look-up of session and member and lets a read run beside it: one database round trip deep. It waits for the
 * look-up before any answer leaves, so a route that forgot to look cannot answer a stranger. A write waits for it first.
 */
export async function runAsMember(c: Context<HttpEnv>, next: Next): Promise<void> {
  const session = await bearerSession(c);
  if (!session) throw unauthorized();
  const member = requireSession(c.var.ctx, session, c.var.sessionNow);
  // The rejection is thrown below; without this a route that fails first would leave it unhandled.
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
