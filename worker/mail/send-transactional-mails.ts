import { MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../kernel/context.ts";
import { addressHash, emailKeyOf } from "../kernel/hashing.ts";
import { presentKey } from "../kernel/links/signing-keys.ts";
import { errorFields, log } from "../kernel/log.ts";
import { KEY_LIFETIME_MS, MAILS_PER_CALL } from "../kernel/resend/mailer.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { asksToWait, decideAttempt } from "./decide-attempt.ts";
import { awaitStart, slowDownFor } from "./pace.ts";
import { pauseSending } from "./pause-sending.ts";
import { resumeSending, selectPauses } from "./pauses.queries.ts";
import { isPaused } from "./sending-state.ts";
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
/** How long an email waits for its start: right after the response, and within a tick. */
const START_WITHIN_MS = { atOnce: 5000, tick: 50_000 };
const CALLS_PER_TICK = 10;

type Attempt = { callId: string; leaseUntil: number; rows: ClaimedMail[]; outcome: SendOutcome };

/** Makes one attempt, with the email's ID as the call's key. Never rejects: the tick retries, and no caller is left to see failures. */
export async function sendTransactionalMail(ctx: Ctx, { id }: { id: string }): Promise<void> {
  try {
    if (await awaitStart(ctx, { withinMs: START_WITHIN_MS.atOnce })) await sendCall(ctx, { callId: id, ids: [id] });
  } catch (error) {
    log("error", "transactional_mail_failed", { id, ...errorFields(error) });
  }
}

/** Sends emails that their own requests couldn't, call by call, until the provider asks us to wait. */
export async function sendDueMails(ctx: Ctx): Promise<void> {
  const due = await selectDueMails(ctx.db, ctx.now, CALLS_PER_TICK * MAILS_PER_CALL);
  if (due.length === 0) return;
  // The claims check this too. Checking first avoids going through a long pause's backlog.
  if (isPaused(await selectPauses(ctx.db), "all", ctx.now)) return;
  for (const call of cutCalls(due).slice(0, CALLS_PER_TICK)) {
    if (!(await awaitStart(ctx, { withinMs: START_WITHIN_MS.tick }))) return;
    const outcome = await sendCall(ctx, call);
    if (outcome && asksToWait(outcome)) return;
  }
}

/** Emails that were already attempted are retried as the same call. The others form new calls by kind. */
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

/** Binds rows to the call's key: if the Worker dies midway, the provider drops the identical retry. Null if there was nothing to send. */
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

/** Closes emails to suppressed addresses without an account, except alarms. @returns the rest, including emails attempted before */
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

/** Renders a call's emails in order of ID. A row that can't be read fails alone, and does so on every attempt. */
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

async function recordOutcome(ctx: Ctx, { rows, outcome, ...lease }: Attempt): Promise<void> {
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
      // One email may have spoiled the call, so try each alone. That's safe: had an unclear attempt been accepted, its key would be known.
      await (ids.length > 1 ? dissolveCall(ctx.db, lease, again) : fail(ids, decision.reason));
      return;
    }
    case "retry":
    case "pause": {
      const again = { nextAttemptAt: decision.at, lastError: decision.reason };
      await ctx.db.batch([
        decision.key === "new"
          ? dissolveCall(ctx.db, lease, { ...again, each: "free" })
          : postponeCall(ctx.db, lease, again),
        ...(decision.kind === "pause" ? pauseSending(ctx, decision) : []),
      ]);
    }
  }
}
