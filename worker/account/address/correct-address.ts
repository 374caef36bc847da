import type { AddressRequest } from "#domain/contract/account.ts";
import type { DoneResponse } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import {
  attemptLimit,
  endOfQuotaDay,
  networkLimits,
  requireAttempt,
  strangersLimits,
} from "../../kernel/limits/attempt-limit.ts";
import { queueAgain } from "../../mail/transactional-mail.ts";
import { insertNoticeOfChange, selectFirstMails } from "../../mail/transactional-mails.queries.ts";
import { insertLinksOfChange } from "../auth-tokens.queries.ts";
import type { FromCaller } from "../sessions/sessions.ts";
import { newLink } from "../single-use-link.ts";
import { changeUnproved } from "./change-address.queries.ts";

const TRIES = 3;
/** Longer than anyone takes to notice. */
const TRIES_WITHIN_MS = 30 * DAY_MS;
const SENT_AGAIN = ["welcome-setup", "payment-receipt"];
const CONFIRMED = "Your email is confirmed. To change it, write to us.";
const ENOUGH = "You can't change your email again right now. Write to us.";
// A password may be all that its owner has, so a session alone changes nothing.
const HAS_PASSWORD = "Now that you've set a password, we change your email for you. Write to us.";
const MESSAGE = "If this email is free, it's yours now, and our welcome is on its way there.";

type Correction = FromCaller<AddressRequest> & { network: string };

/**
 * A buyer's own cure of a mistyped address, until a mailbox is proved. Links to the old address end; welcome and receipts go to the new one.
 * An address with an account changes nothing and gets the same answer. @throws AppError `conflict`, `rate_limited`
 */
export async function correctAddress(ctx: Ctx, { caller, email, network }: Correction): Promise<DoneResponse> {
  const { id, mailboxProvedAt, passwordHash } = await caller.member;
  if (mailboxProvedAt !== null) throw conflict(CONFIRMED);
  if (passwordHash !== null) throw conflict(HAS_PASSWORD);
  const perNetwork = { kind: "reset-network", value: network, max: ctx.config.resetMaxPerNetwork } as const;
  await requireAttempt(
    ctx,
    [
      attemptLimit(ctx, { kind: "correct-account", value: id, max: TRIES, windowEndsAt: ctx.now + TRIES_WITHIN_MS }),
      ...networkLimits(ctx, { ...perNetwork, windowEndsAt: endOfQuotaDay(ctx.now) }),
      ...Object.values(strangersLimits(ctx)),
    ],
    { message: ENOUGH },
  );
  const emailKey = emailKeyOf(email);
  const address = { email, emailKey, addressHash: addressHash(ctx.config, emailKey), now: ctx.now };
  const again = (await selectFirstMails(ctx.db, id, SENT_AGAIN)).map((mail) => {
    const link = mail.kind === "welcome-setup" ? newLink(ctx.config, { id, email }, "setup", ctx.now) : null;
    const copy = { id: crypto.randomUUID(), to: email, link, insert: insertNoticeOfChange };
    return { link, insert: queueAgain(ctx, mail, copy) };
  });
  const links = again.flatMap(({ link }) => link ?? []);
  const entry = {
    actor: `member:${id}`,
    action: "member.address",
    subject: id,
    details: { fields: ["email"] },
  } as const;
  // Each statement writes only if the one before it did.
  await ctx.db.batch([
    changeUnproved(ctx.db, id, address),
    auditChange(ctx, entry),
    ...again.map(({ insert }) => insert),
    insertLinksOfChange(ctx.db, links),
  ]);
  return { message: MESSAGE };
}
