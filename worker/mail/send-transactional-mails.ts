import { MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../kernel/context.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import { presentKey } from "../kernel/links/signing-keys.ts";
import { errorFields, log } from "../kernel/log.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { asksToWait, decideAttempt } from "./decide-attempt.ts";
import { resumeSending, selectDispatcher } from "./dispatcher.queries.ts";
import { awaitStart, slowDownFor } from "./pace.ts";
import { pauseSending } from "./pause-sending.ts";
import { renderTransactionalMail } from "./transactional-mail.ts";
import {
  type Call,
  type ClaimedMail,
  claimCall,
  closeUnsendable,
  dissolveCall,
  postponeCall,
  selectDueMails,
  selectSuppressed,
  settleMails,
} from "./transactional-mails.queries.ts";

const LEASE_MS = 2 * MINUTE_MS;
const BACK_OFF = { firstMs: MINUTE_MS, longestMs: 60 * MINUTE_MS };
/** Resend remembers a key for 24 hours; beyond that a repeated attempt could be a second mail. */
const KEY_LIFETIME_MS = 23 * 60 * MINUTE_MS;
/** One Resend batch call. */
const MAILS_PER_CALL = 100;
/** How long a mail waits for its start, right after its answer and within a tick. */
const START_WITHIN_MS = { atOnce: 5000, tick: 50_000 };
/** What one tick takes up; the rest follows with the next. */
const CALLS_PER_TICK = 10;

type Attempt = { callId: string; leaseUntil: number; rows: ClaimedMail[]; outcome: SendOutcome };

/**
 * Makes one attempt at a stored mail, whose id is the call's key. Safe at any time and any number of times. It never
 * rejects: the tick repeats what failed, and nobody is left to hear of it once the answer has gone.
 */
export async function sendTransactionalMail(ctx: Ctx, { id }: { id: string }): Promise<void> {
  try {
    if (await awaitStart(ctx, { withinMs: START_WITHIN_MS.atOnce })) await sendCall(ctx, { callId: id, ids: [id] });
  } catch (error) {
    log("error", "transactional_mail_failed", { id, ...errorFields(error) });
  }
}

/** Sends what the requests that caused it could not, one call after another, until an answer asks for patience. */
export async function sendDueMails(ctx: Ctx): Promise<void> {
  const due = await selectDueMails(ctx.db, ctx.now, CALLS_PER_TICK * MAILS_PER_CALL);
  if (due.length === 0) return;
  // The claims ask, too; this spares them the backlog of a long pause.
  const [dispatcher] = await selectDispatcher(ctx.db);
  if ((dispatcher?.pausedUntil ?? 0) > ctx.now) return;
  for (const call of cutCalls(due).slice(0, CALLS_PER_TICK)) {
    if (!(await awaitStart(ctx, { withinMs: START_WITHIN_MS.tick }))) return;
    const outcome = await sendCall(ctx, call);
    if (outcome && asksToWait(outcome)) return;
  }
}

/** Mails in a call that was attempted are repeated as that call; the others are cut by kind into new ones. */
function cutCalls(due: { id: string; kind: string; callId: string | null }[]): Call[] {
  const groups = Map.groupBy(due, ({ callId, kind }) => callId ?? `new ${kind}`);
  return [...groups.values()].flatMap((mails) => {
    const bound = mails[0]?.callId;
    if (bound) return [{ callId: bound }];
    const chunks = Array.from({ length: Math.ceil(mails.length / MAILS_PER_CALL) }, (_, index) =>
      mails.slice(index * MAILS_PER_CALL, (index + 1) * MAILS_PER_CALL).map(({ id }) => id),
    );
    return chunks.map((ids) => ({ callId: ids.length === 1 ? String(ids[0]) : crypto.randomUUID(), ids }));
  });
}

/**
 * One call: claim its rows, send, record the outcome. A Worker that died on the way leaves them bound to the key, so that the
 * repeated call is the same to the byte and the provider drops the copy. Null when there was nothing to send.
 */
async function sendCall(ctx: Ctx, call: Call): Promise<SendOutcome | null> {
  const leaseUntil = ctx.now + LEASE_MS;
  const signingKeys = ctx.config.signingKeys.listed.map(({ id }) => id);
  const [, claimed] = await ctx.db.batch([
    closeUnsendable(ctx.db, call, { now: ctx.now, keysFrom: ctx.now - KEY_LIFETIME_MS, signingKeys }),
    claimCall(ctx.db, call, { now: ctx.now, leaseUntil, signingKey: presentKey(ctx.config).id }),
  ]);
  const { rows, mails } = await renderReadable(ctx, await closeSuppressed(ctx, claimed));
  if (mails.length === 0) return null;
  const { callId } = call;
  const startedAt = ctx.clock();
  const outcome = await ctx.mailer.sendBatch(mails, callId);
  log(outcome.kind === "accepted" ? "info" : "warn", "transactional_mails_sent", {
    callId,
    kind: rows[0]?.kind,
    mails: mails.length,
    outcome: outcome.kind,
    durationMs: ctx.clock() - startedAt,
  });
  await recordOutcome(ctx, { callId, leaseUntil, rows, outcome });
  await slowDownFor(ctx, outcome);
  return outcome;
}

/**
 * Closes what is for an address without an account to which nothing is sent any more; members' own are closed before the claim. An
 * alarm is tried in any case.
 * @returns the others, and what an attempt before has bound to its bytes
 */
async function closeSuppressed(ctx: Ctx, claimed: ClaimedMail[]): Promise<ClaimedMail[]> {
  const hashOf = ({ toAddress }: ClaimedMail) => addressHash(ctx.config, emailKeyOf(toAddress));
  const { operatorEmail } = ctx.config;
  const isStranger = ({ memberId, toAddress }: ClaimedMail) => memberId === null && toAddress !== operatorEmail;
  const strangers = claimed.filter((row) => isStranger(row) && row.keyAttempts === 1);
  if (strangers.length === 0) return claimed;
  const hashes = (await selectSuppressed(ctx.db, strangers.map(hashOf))).map((row) => row.addressHash);
  const suppressed = strangers.filter((row) => hashes.includes(hashOf(row)));
  if (suppressed.length === 0) return claimed;
  const ids = suppressed.map(({ id }) => id);
  await settleMails(ctx.db, ids, { state: "closed", lastError: "suppressed", settledAt: ctx.now });
  return claimed.filter((row) => !suppressed.includes(row));
}

/** The mails of a call in the order of their ids. What cannot be read fails alone, at each attempt alike. */
async function renderReadable(ctx: Ctx, claimed: ClaimedMail[]) {
  const made = claimed
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({ row, mail: renderTransactionalMail(ctx.config, row) }));
  const mails = made.flatMap(({ mail }) => mail ?? []);
  const rows = made.flatMap(({ row, mail }) => (mail ? row : []));
  const unreadable = made.flatMap(({ row, mail }) => (mail ? [] : row.id));
  if (unreadable.length > 0) {
    log("error", "transactional_mails_unreadable", { ids: unreadable });
    await settleMails(ctx.db, unreadable, { state: "failed", lastError: "unreadable", settledAt: ctx.now });
  }
  return { rows, mails };
}

async function recordOutcome(ctx: Ctx, { rows, outcome, ...held }: Attempt): Promise<void> {
  const attempts = Math.max(...rows.map((row) => row.attempts));
  const isOnlyAttempt = rows.every((row) => row.keyAttempts === 1);
  const decision = decideAttempt({ outcome, attempts, isOnlyAttempt, now: ctx.now, backOff: BACK_OFF });
  const ids = rows.map(({ id }) => id);
  const fail = (failed: string[], lastError: string) =>
    settleMails(ctx.db, failed, { state: "failed", lastError, settledAt: ctx.now });
  switch (decision.kind) {
    case "sent": {
      const rejected = decision.rejected.flatMap(({ index, message }) => {
        const id = ids[index];
        return id === undefined ? [] : [{ id, message }];
      });
      const sent = ids.filter((id) => !rejected.some((other) => other.id === id));
      await ctx.db.batch([
        settleMails(ctx.db, sent, { state: "sent", settledAt: ctx.now }),
        ...rejected.map(({ id, message }) => fail([id], message)),
        resumeSending(ctx.db, ctx.clock()),
      ]);
      return;
    }
    case "failed": {
      const again = { nextAttemptAt: ctx.now, lastError: decision.reason, each: "alone" } as const;
      // One mail may have spoilt the call for the others: each is tried alone before any is given up. That holds after an unclear
      // attempt, too: had it been accepted, the provider would have known the key.
      await (ids.length > 1 ? dissolveCall(ctx.db, held, again) : fail(ids, decision.reason));
      return;
    }
    case "retry":
    case "pause": {
      const again = { nextAttemptAt: decision.at, lastError: decision.reason };
      await ctx.db.batch([
        decision.key === "new"
          ? dissolveCall(ctx.db, held, { ...again, each: "free" })
          : postponeCall(ctx.db, held, again),
        ...(decision.kind === "pause" ? pauseSending(ctx, decision) : []),
      ]);
    }
  }
}
