import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { renderTransactionalMail, type TransactionalMail, transactionalMail } from "./mail-kinds.ts";
import {
  postponeRefusedMail,
  postponeTransactionalMail,
  settleTransactionalMail,
  type TransactionalMailRow,
  takeTransactionalMail,
} from "./transactional-mails.queries.ts";

const MINUTE_MS = 60_000;
const ATTEMPT_MS = 2 * MINUTE_MS;
const MAX_BACK_OFF_MS = 60 * MINUTE_MS;
/** Resend remembers a key for 24 hours; beyond that a repeated attempt could be a second mail. */
const KEY_LIFETIME_MS = 23 * 60 * MINUTE_MS;

/** Makes one attempt at a stored mail. Safe to call at any time and any number of times: the row is taken first. */
export async function sendTransactionalMail(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const row = await takeTransactionalMail(ctx.db, id, ctx.now, ctx.now + ATTEMPT_MS);
  if (!row) return;
  const close = (lastError: string) =>
    settleTransactionalMail(ctx.db, id, { state: "closed", lastError, settledAt: ctx.now });
  if (row.expiresAt !== null && row.expiresAt <= ctx.now) return close("Its link expired before it could be sent.");
  if (ctx.now - (row.firstAttemptAt ?? ctx.now) > KEY_LIFETIME_MS) return close("Unclear whether it was accepted.");
  const mail = transactionalMail.safeParse({ kind: row.kind, parameters: JSON.parse(row.parameters) });
  if (!mail.success)
    return settleTransactionalMail(ctx.db, id, { state: "failed", lastError: "Unreadable row", settledAt: ctx.now });
  await attempt(ctx, row, mail.data);
}

async function attempt(ctx: Ctx, row: TransactionalMailRow, mail: TransactionalMail): Promise<void> {
  const { id, toAddress: to, tokenId: linkId } = row;
  const body = renderTransactionalMail(ctx.config, mail, { to, linkId });
  const tags = [{ name: "kind", value: row.kind }];
  const outcome = await ctx.mailer.send({ to, ...body, tags }, id);
  const backOff = ctx.now + Math.min(MINUTE_MS * 2 ** (row.attempts - 1), MAX_BACK_OFF_MS);
  log(outcome.kind === "accepted" ? "info" : "warn", "transactional_mail", {
    id,
    kind: row.kind,
    outcome: outcome.kind,
  });
  switch (outcome.kind) {
    case "accepted":
    case "accepted_before":
      return settleTransactionalMail(ctx.db, id, { state: "sent", settledAt: ctx.now });
    case "refused":
      return settleTransactionalMail(ctx.db, id, { state: "failed", lastError: outcome.message, settledAt: ctx.now });
    case "unclear":
      return postponeTransactionalMail(ctx.db, id, backOff, outcome.message);
    case "in_flight":
      return postponeTransactionalMail(ctx.db, id, ctx.now + MINUTE_MS, outcome.kind);
    case "rate_limited":
    case "blocked": {
      const reason = outcome.kind === "blocked" ? outcome.message : outcome.kind;
      // Only the first attempt of a key proves anything: an earlier one may have been accepted unseen.
      const isProof = row.attempts === 1 || row.firstAttemptAt === ctx.now;
      const postpone = isProof ? postponeRefusedMail : postponeTransactionalMail;
      return postpone(ctx.db, id, backOff, reason);
    }
  }
}
