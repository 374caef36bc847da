import jwt from "@tsndr/cloudflare-worker-jwt";
import * as z from "zod";
import type { Ctx } from "../context.ts";
import type { Config } from "../env.ts";
import { unauthorized } from "../errors.ts";
import type { Member } from "../members/member.ts";
import { findMember } from "../members/members.queries.ts";

const DAY_SECONDS = 86_400;
export const SESSION_SECONDS = 30 * DAY_SECONDS;

/** The library accepts tokens without `exp`; this does not. Instants in a JWT are seconds (RFC 7519). */
const claims = z.object({ sub: z.string(), ver: z.int(), iat: z.int(), exp: z.int() });

export type Session = { memberId: string; sessionVersion: number; issuedAt: number };
type SessionOwner = { id: string; sessionVersion: number };

export async function signSession(config: Config, member: SessionOwner, now: number): Promise<string> {
  const iat = Math.floor(now / 1000);
  return jwt.sign({ sub: member.id, ver: member.sessionVersion, iat, exp: iat + SESSION_SECONDS }, config.appSecret, {
    algorithm: "HS256",
  });
}

// The library looks at the real clock; whether a token is over is decided here, by the request's.
const SIGNATURE_ONLY = { algorithm: "HS256", clockTolerance: Number.POSITIVE_INFINITY } as const;

/** The session a token stands for at `now`, or null for whatever is forged, malformed or over. */
export async function readSession(config: Config, token: string, now: number): Promise<Session | null> {
  try {
    const verified = await jwt.verify(token, config.appSecret, SIGNATURE_ONLY);
    const parsed = claims.safeParse(verified?.payload);
    if (!parsed.success || parsed.data.exp * 1000 <= now) return null;
    const { sub, ver, iat } = parsed.data;
    return { memberId: sub, sessionVersion: ver, issuedAt: iat * 1000 };
  } catch {
    // The library throws on text that is no token at all.
    return null;
  }
}

/** Whether a session is old enough to be handed a fresh token. */
export function isStale(session: Session, now: number): boolean {
  return now - session.issuedAt > DAY_SECONDS * 1000;
}

/**
 * Whoever presents a valid session token. The id is known at once; `member` is the look-up under way, so that a read can run
 * beside it. It rejects with `unauthorized` when the session has ended.
 */
export type Caller = { memberId: string; member: Promise<Member> };
export type Viewer = Caller | "admin";

/**
 * The member a session belongs to, read from the database on every call so that a raised version ends it at once.
 * @throws AppError `unauthorized`
 */
export async function requireSession(ctx: Ctx, session: Session): Promise<Member> {
  const member = await findMember(ctx.db, session.memberId);
  if (!member || member.sessionVersion !== session.sessionVersion)
    throw unauthorized("Your session has ended. Please sign in.");
  return member;
}
