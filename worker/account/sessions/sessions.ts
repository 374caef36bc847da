import jwt from "@tsndr/cloudflare-worker-jwt";
import * as z from "zod";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Config } from "../../kernel/env.ts";
import { unauthorized } from "../../kernel/errors.ts";
import { FIRST_KEY, listedKey, presentKey } from "../../kernel/links/signing-keys.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import type { Member } from "../member/member.ts";
import {
  deleteSession,
  deleteUnusedSessions,
  insertSession,
  type SessionRow,
  selectSession,
  touchSession,
} from "./sessions.queries.ts";

/** A session lives this long from its last use, … */
const IDLE_MS = 30 * DAY_MS;
/** … and this long at most. */
const LONGEST_MS = 180 * DAY_MS;
const LONGEST_USER_AGENT = 256;
const PURGED_PER_HOUR = 10_000;

/** Who is signing in, and when by the clock that ends sessions (`sessionNow` of the request). */
export type Client = { userAgent: string | null; now: number };

/** Where a bearer token of a key leads: the row says whether the session still lives. */
export type Session = { id: string; memberId: string; issuedAt: number; endsAt: number; signingKey: number };

/**
 * Whoever presents a valid session token. The id is known at once; `member` is the look-up under way, so that a read can run
 * beside it. It rejects with `unauthorized` when the session has ended.
 */
export type Caller = { memberId: string; member: Promise<Member> };
export type Viewer = Caller | "admin";

/** A session that was opened: what an answer needs to hand out its token and the media pass. */
export type OpenedSession = { member: Member; session: SessionRow };

export function newSession(config: Config, memberId: string, { userAgent, now }: Client): SessionRow {
  return {
    id: crypto.randomUUID(),
    memberId,
    createdAt: now,
    lastUsedAt: now,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    signingKey: presentKey(config).id,
  };
}

/** Opens a session without a password. @throws AppError `unauthorized` when the account was closed meanwhile */
export async function openSession(ctx: Ctx, member: Member, client: Client): Promise<OpenedSession> {
  const session = newSession(ctx.config, member.id, client);
  const opened = await insertSession(ctx.db, session);
  if (opened.length === 0) throw unauthorized();
  return { member, session };
}

/** The library accepts tokens without `exp`; this does not. Instants in a JWT are seconds (RFC 7519). */
const claims = z.object({ sub: z.string(), sid: z.string(), iat: z.int(), exp: z.int() });

/** A token for the session's row; it ends when the session could live no longer, however often it is used. */
export function signToken(config: Config, session: SessionRow, now: number): Promise<string> {
  return renewToken(config, { ...session, endsAt: session.createdAt + LONGEST_MS }, now);
}

/** The same session in a token of today and of the key that signs, so that a change of either reaches every browser in use. */
export function renewToken(
  config: Config,
  session: Pick<Session, "id" | "memberId" | "endsAt">,
  now: number,
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const exp = Math.floor(session.endsAt / 1000);
  const { id, secret } = presentKey(config);
  // A token without a name is of the first key, as all were before keys had ids.
  const header: { kid?: string } = id === FIRST_KEY ? {} : { kid: String(id) };
  return jwt.sign({ sub: session.memberId, sid: session.id, iat, exp }, secret, { algorithm: "HS256", header });
}

const named = z.object({ kid: z.coerce.number().default(FIRST_KEY) });

// The library looks at the real clock; whether a token is over is decided here, by the request's.
const SIGNATURE_ONLY = { algorithm: "HS256", clockTolerance: Number.POSITIVE_INFINITY } as const;

/** The session a token stands for at `now`, or null for whatever is forged, malformed or over. */
export async function readToken(config: Config, token: string, now: number): Promise<Session | null> {
  try {
    const key = listedKey(config, named.parse(jwt.decode(token).header).kid);
    if (!key) return null;
    const verified = await jwt.verify(token, key.secret, SIGNATURE_ONLY);
    const parsed = claims.safeParse(verified?.payload);
    if (!parsed.success || parsed.data.exp * 1000 <= now) return null;
    const { sub, sid, iat, exp } = parsed.data;
    return { id: sid, memberId: sub, issuedAt: iat * 1000, endsAt: exp * 1000, signingKey: key.id };
  } catch {
    // The library throws on text that is no token at all.
    return null;
  }
}

/** From when on a session must have been used, and opened, to live at `now`. */
export function livingSince(now: number) {
  return { usedAfter: now - IDLE_MS, openedAfter: now - LONGEST_MS };
}

/** Whether a token is old enough for a fresh one to be handed out, or another key signs by now. */
export function isStale(config: Config, session: Session, now: number): boolean {
  return now - session.issuedAt > DAY_MS || session.signingKey !== presentKey(config).id;
}

/**
 * The member of a session that lives, and when it was last used; read on every call, so that a deleted row ends it at once.
 * @throws AppError `unauthorized`
 */
export async function requireSession(ctx: Ctx, session: Session, now: number): Promise<Member> {
  const [found] = await selectSession(ctx.db, session, livingSince(now));
  if (!found) throw unauthorized("Your session has ended. Please sign in.");
  const anHourAgo = now - HOUR_MS;
  if (found.lastUsedAt <= anHourAgo) ctx.defer(touchSession(ctx.db, session, now, anHourAgo).execute());
  return found.member;
}

export async function logOut(ctx: Ctx, session: Session): Promise<void> {
  await retryWrite(() => deleteSession(ctx.db, session));
}

/** Forgets sessions that nobody has used for so long that they are over, a slice an hour. */
export async function purgeSessions(ctx: Ctx): Promise<void> {
  await deleteUnusedSessions(ctx.db, ctx.now - IDLE_MS, PURGED_PER_HOUR);
}
