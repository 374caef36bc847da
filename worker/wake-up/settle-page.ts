import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import type { SendOutcome } from "../mail/send-outcome.ts";
import type { Recipient } from "./issue-mail.ts";
import { changeHeldPage, changePage, markRecipients, type PageRow, releaseClaims } from "./pages.queries.ts";
import { closeBreaker, openBreaker } from "./strikes.queries.ts";
import { backOffMs, MINUTE_MS } from "./timing.ts";

const BREAKER_MS = 5 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Input = {
  page: PageRow;
  recipients: Recipient[];
  outcome: SendOutcome;
  /** Whether no other attempt of the page's generation can have been accepted. */
  isOnlyAttempt: boolean;
};
type Return = { at: number; reason: string; isOnlyAttempt: boolean };
type Rejected = { index: number; message: string }[];

/** Writes down what an answer means for a page and its claimed recipients (DESIGN.md section 5, "Answers"). */
export async function settlePage(ctx: Ctx, { page, recipients, outcome, isOnlyAttempt }: Input): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return markAccepted(ctx, page, recipients, outcome.rejected);
    case "accepted_before":
      return markAccepted(ctx, page, recipients, []);
    case "refused":
      await ctx.db.batch([
        markRecipients(ctx.db, { page, state: "failed", recipients, now: ctx.now, reason: outcome.message }),
        changePage(ctx.db, page.id, { state: "failed", lastError: outcome.message, settledAt: ctx.now }),
      ]);
      return;
    case "unclear":
      return tryAgain(ctx, page, ctx.now + backOffMs(page.attempts), outcome.message);
    case "in_flight":
      return tryAgain(ctx, page, ctx.now + backOffMs(page.attempts), outcome.kind);
    case "rate_limited":
      return giveBack(ctx, page, {
        at: ctx.now + Math.max(outcome.retryAfterSeconds * 1000, backOffMs(page.attempts)),
        reason: outcome.kind,
        isOnlyAttempt,
      });
    case "blocked": {
      const until =
        outcome.reason === "daily_quota" ? Math.ceil((ctx.now + 1) / DAY_MS) * DAY_MS : ctx.now + BREAKER_MS;
      log("error", "breaker_opened", { until: new Date(until).toISOString(), reason: outcome.message });
      await ctx.db.batch([
        openBreaker(ctx.db, until, outcome.message),
        auditEvent(ctx, { actor: "system", action: "breaker.open", subject: outcome.reason, details: { until } }),
      ]);
      return giveBack(ctx, page, { at: until, reason: outcome.message, isOnlyAttempt });
    }
  }
}

async function markAccepted(ctx: Ctx, page: PageRow, recipients: Recipient[], rejected: Rejected): Promise<void> {
  const reasons = new Map(rejected.map(({ index, message }) => [index, message]));
  const sent = recipients.filter((_, index) => !reasons.has(index));
  await ctx.db.batch([
    markRecipients(ctx.db, { page, state: "sent", recipients: sent, now: ctx.now }),
    ...recipients.flatMap((recipient, index) => {
      const reason = reasons.get(index);
      if (reason === undefined) return [];
      return markRecipients(ctx.db, { page, state: "failed", recipients: [recipient], now: ctx.now, reason });
    }),
    changePage(ctx.db, page.id, { state: "sent", settledAt: ctx.now, lastError: null }),
    closeBreaker(ctx.db),
  ]);
}

/** The attempt may have been accepted: same recipients, same key, later. */
async function tryAgain(ctx: Ctx, page: PageRow, nextAttemptAt: number, lastError: string): Promise<void> {
  await changeHeldPage(ctx.db, page, { nextAttemptAt, lastError, leaseUntil: ctx.now });
}

/**
 * The answer proves that nothing of this attempt was accepted. If it was the generation's only one, the recipients are
 * given back and a new generation will ask afresh who is due; else an earlier, unclear attempt still binds them.
 */
async function giveBack(ctx: Ctx, page: PageRow, { at, reason, isOnlyAttempt }: Return): Promise<void> {
  if (!isOnlyAttempt) return tryAgain(ctx, page, at, reason);
  await ctx.db.batch([
    releaseClaims(ctx.db, page),
    changeHeldPage(ctx.db, page, {
      generation: page.generation + 1,
      generationAttempts: 0,
      firstAttemptAt: null,
      nextAttemptAt: at,
      lastError: reason,
      leaseUntil: ctx.now,
    }),
  ]);
}
