import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { type OutgoingMail, outgoingMail, renderOutgoingMail } from "./mail-kinds.ts";
import {
  type OutgoingMailRow,
  postponeOutgoingMail,
  postponeRefusedMail,
  settleOutgoingMail,
  takeOutgoingMail,
} from "./outgoing-mails.queries.ts";

const MINUTE_MS = 60_000;
const ATTEMPT_MS = 2 * MINUTE_MS;
const MAX_BACK_OFF_MS = 60 * MINUTE_MS;
/** Resend remembers a key for 24 hours; beyond that a repeated attempt could be a second mail. */
const KEY_LIFETIME_MS = 23 * 60 * MINUTE_MS;

/** Makes one attempt at a stored mail. Safe to call at any time and any number of times: the row is taken first. */
export async function sendOutgoingMail(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const row = await takeOutgoingMail(ctx.db, id, ctx.now, ctx.now + ATTEMPT_MS);
  if (!row) return;
  const close = (lastError: string) =>
    settleOutgoingMail(ctx.db, id, { state: "closed", lastError, settledAt: ctx.now });
  if (row.expiresAt !== null && row.expiresAt <= ctx.now) return close("Its link expired before it could be sent.");
  if (ctx.now - (row.firstAttemptAt ?? ctx.now) > KEY_LIFETIME_MS) return close("Unclear whether it was accepted.");
  const mail = outgoingMail.safeParse({ kind: row.kind, parameters: JSON.parse(row.parameters) });
  if (!mail.success)
    return settleOutgoingMail(ctx.db, id, { state: "failed", lastError: "Unreadable row", settledAt: ctx.now });
  await attempt(ctx, row, mail.data);
}

async function attempt(ctx: Ctx, row: OutgoingMailRow, mail: OutgoingMail): Promise<void> {
  const { id, toAddress: to, tokenId: linkId } = row;
  const body = renderOutgoingMail(ctx.config, mail, { to, linkId });
  const tags = [{ name: "kind", value: row.kind }];
  const outcome = await ctx.mailer.send({ to, ...body, tags }, id);
  const backOff = ctx.now + Math.min(MINUTE_MS * 2 ** (row.attempts - 1), MAX_BACK_OFF_MS);
  log(outcome.kind === "accepted" ? "info" : "warn", "outgoing_mail", { id, kind: row.kind, outcome: outcome.kind });
  switch (outcome.kind) {
    case "accepted":
    case "accepted_before":
      return settleOutgoingMail(ctx.db, id, { state: "sent", settledAt: ctx.now });
    case "refused":
      return settleOutgoingMail(ctx.db, id, { state: "failed", lastError: outcome.message, settledAt: ctx.now });
    case "unclear":
      return postponeOutgoingMail(ctx.db, id, backOff, outcome.message);
    case "in_flight":
      return postponeOutgoingMail(ctx.db, id, ctx.now + MINUTE_MS, outcome.kind);
    case "rate_limited":
    case "blocked": {
      const reason = outcome.kind === "blocked" ? outcome.message : outcome.kind;
      // Only the first attempt of a key proves anything: an earlier one may have been accepted unseen.
      const isProof = row.attempts === 1 || row.firstAttemptAt === ctx.now;
      const postpone = isProof ? postponeRefusedMail : postponeOutgoingMail;
      return postpone(ctx.db, id, backOff, reason);
    }
  }
}
