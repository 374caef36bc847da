import jwt from "@tsndr/cloudflare-worker-jwt";
import * as z from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Config } from "../../kernel/env.ts";
import { unauthorized } from "../../kernel/errors.ts";
import { FIRST_KEY, listedKey, presentKey } from "../../kernel/links/signing-keys.ts";
import { retryWrite } from "../../kernel/retry-write.ts";
import type { CallingMember, Member } from "../member/member.ts";
import { endOneSession } from "./end-sessions.queries.ts";
import {
  deleteUnusedSessions,
  insertSession,
  type SessionRow,
  selectSession,
  touchSession,
} from "./sessions.queries.ts";

const IDLE_MS = 30 * DAY_MS;
/** Maximum age, however often the session is used. */
const LONGEST_MS = 180 * DAY_MS;
const LONGEST_USER_AGENT = 256;
const PURGED_PER_HOUR = 10_000;

/** A session counts as opened by an email this long (docs/rules/account.md, "Proof of the mailbox"). */
const FRESH_MS = 15 * MINUTE_MS;

/** `now` is the clock that ends sessions (the request's `sessionNow`), `heldId` the session that the browser has already. */
export type Client = { userAgent: string | null; now: number; heldId?: string | null };

/** Contents of a bearer token. Only the database row shows whether the session is still active. */
export type Session = { id: string; memberId: string; issuedAt: number; endsAt: number; signingKey: number };

/** A caller with a valid token. `member` is a lookup in progress, which rejects with `unauthorized` if the session has ended. */
export type Caller = { memberId: string; member: Promise<CallingMember> };
/** A request by a member. */
export type FromCaller<Request> = Request & { caller: Caller };
export type Viewer = Caller | "admin";

/** `ended`: what the first proof of the mailbox ended. */
export type OpenedSession = { member: Member; session: SessionRow; ended?: string | null };

type Opening = Partial<Pick<SessionRow, "isByMail" | "knowsPassword">>;

export function newSession(
  config: Config,
  memberId: string,
  { userAgent, now }: Client,
  { isByMail = false, knowsPassword = false }: Opening = {},
): SessionRow {
  return {
    id: crypto.randomUUID(),
    memberId,
    createdAt: now,
    lastUsedAt: now,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    signingKey: presentKey(config).id,
    isByMail,
    knowsPassword,
  };
}

/** Opens a session without a password. @throws AppError `unauthorized` if the account was closed meanwhile */
export async function openSession(ctx: Ctx, member: Member, client: Client): Promise<OpenedSession> {
  const session = newSession(ctx.config, member.id, client);
  const opened = await insertSession(ctx.db, session);
  if (opened.length === 0) throw unauthorized();
  return { member, session };
}

/** The library accepts tokens without `exp`; we don't. JWT times are in seconds (RFC 7519). */
const claims = z.object({ sub: z.string(), sid: z.string(), iat: z.int(), exp: z.int() });

/** The token expires when the session reaches its maximum age. */
export function signToken(config: Config, session: SessionRow, now: number): Promise<string> {
  return renewToken(config, { ...session, endsAt: session.createdAt + LONGEST_MS }, now);
}

/** Reissues a session's token with today's date and the current key, so changes reach every active browser. */
export function renewToken(config: Config, session: Omit<Session, "issuedAt" | "signingKey">, now: number) {
  const iat = Math.floor(now / 1000);
  const exp = Math.floor(session.endsAt / 1000);
  const { id, secret } = presentKey(config);
  // A token without `kid` belongs to the first key, as all did before keys had IDs.
  const header: { kid?: string } = id === FIRST_KEY ? {} : { kid: String(id) };
  return jwt.sign({ sub: session.memberId, sid: session.id, iat, exp }, secret, { algorithm: "HS256", header });
}

const named = z.object({ kid: z.coerce.number().default(FIRST_KEY) });

// The library uses the real clock. We check expiry ourselves, by the request's clock.
const SIGNATURE_ONLY = { algorithm: "HS256", clockTolerance: Number.POSITIVE_INFINITY } as const;

/** Returns the token's session, or null if the token is forged, malformed, or expired. */
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
    // The library throws on text that isn't a token.
    return null;
  }
}

export const livingSince = (now: number) => ({ usedAfter: now - IDLE_MS, openedAfter: now - LONGEST_MS });

/** Reports whether to issue a fresh token: it's a day old, or another key signs now. */
export function isStale(config: Config, session: Session, now: number): boolean {
  return now - session.issuedAt > DAY_MS || session.signingKey !== presentKey(config).id;
}

/** Runs on every call, so deleting the row ends the session immediately. @throws AppError `unauthorized` */
export async function requireSession(ctx: Ctx, session: Session, now: number): Promise<CallingMember> {
  const [found] = await selectSession(ctx.db, session, livingSince(now));
  if (!found) throw unauthorized("Your login has expired. Log in again.");
  const anHourAgo = now - HOUR_MS;
  const { lastUsedAt, isByMail, createdAt } = found.session;
  if (lastUsedAt <= anHourAgo) ctx.defer(touchSession(ctx.db, session, now, anHourAgo).execute());
  const isFresh = isByMail && createdAt > now - FRESH_MS;
  return { ...found.member, hasOldProgress: found.hasOldProgress, isFresh };
}

export async function logOut(ctx: Ctx, session: Session): Promise<void> {
  await retryWrite(() => ctx.db.batch(endOneSession(ctx.db, session)));
}

export async function purgeSessions(ctx: Ctx): Promise<void> {
  await deleteUnusedSessions(ctx.db, { before: ctx.now - IDLE_MS, limit: PURGED_PER_HOUR });
}
