import type { AddressResponse, ConfirmedAddress, LinkRequest } from "#domain/contract/account.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, gone, invalid } from "../../kernel/errors.ts";
import { addressHash, emailKeyOf } from "../../kernel/hashing.ts";
import { refuseLink } from "../../kernel/limits/attempt-limit.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueNotice } from "../../mail/transactional-mail.ts";
import { goodLinkOwner, selectLink, spendLinksOf, spendOtherLinksOfOwner } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { selectUnproved } from "../proof/first-proof.queries.ts";
import { firstProof } from "../proof/first-proof.ts";
import { endSessionsOf } from "../sessions/end-sessions.queries.ts";
import type { Client } from "../sessions/sessions.ts";
import { hashOfToken } from "../single-use-link.ts";
import { changeAddressByLink, ownerAfter } from "./change-address.queries.ts";
import { TAKEN } from "./change-address.ts";

const INVALID = "This link doesn't work. Use the link in your latest email.";
const SPENT = {
  address: "This link has already been used.",
  setup: "This link has already been used, so your email is confirmed.",
};
const EXPIRED = {
  address: "This link has expired. Ask us for a new one.",
  setup: "This link has expired. Log in with a link that we email you. That confirms your email, too.",
};
const UNREACHED =
  "We've stopped emailing this address, so we can't confirm it. Use that email's button to set a password instead.";

/**
 * A link to a new address, or a buyer's setup link, which also confirms the address it went to. A used one is still good if it made the
 * change. @throws AppError `validation` or `gone` for the link, `rate_limited`
 */
async function requireLink(ctx: Ctx, token: string) {
  const tokenHash = await hashOfToken(ctx, token);
  const [found] = await selectLink(ctx.db, tokenHash, ["address", "setup"]);
  if (!found) return refuseLink(ctx, invalid(INVALID));
  const { member, link } = found;
  const isChanged = link.purpose === "address";
  const email = isChanged ? (link.newEmail ?? "") : member.email;
  const good = { tokenHash, email, member, isChanged };
  const purpose = isChanged ? "address" : "setup";
  if (isChanged && link.usedAt !== null && member.emailKey === emailKeyOf(email)) return { ...good, isDone: true };
  if (link.usedAt !== null) return refuseLink(ctx, gone(SPENT[purpose]));
  if (link.expiresAt <= ctx.now) return refuseLink(ctx, gone(EXPIRED[purpose]));
  return { ...good, isDone: !isChanged && member.mailboxProvedAt !== null };
}

/** Reads only. @throws AppError as `requireLink` */
export async function checkAddressLink(ctx: Ctx, input: LinkRequest): Promise<AddressResponse> {
  const { email } = await requireLink(ctx, input.token);
  return { email };
}

type Confirmation = LinkRequest & { client: Client };
type Change = { tokenHash: string; email: string; member: Member; heldId: string | null | undefined };

/** @throws AppError as `requireLink`, and `conflict` if the address was taken, or gets no email */
export async function confirmAddress(ctx: Ctx, { token, client }: Confirmation): Promise<ConfirmedAddress> {
  const { isDone, isChanged, ...link } = await requireLink(ctx, token);
  const confirm = isChanged ? changeAddress : confirmPresent;
  const ended = isDone ? null : await confirm(ctx, { ...link, heldId: client.heldId });
  return { email: link.email, isChanged, ...(ended === null ? {} : { ended }) };
}

/** The link can still set a password. */
async function confirmPresent(ctx: Ctx, { tokenHash, member, heldId }: Change): Promise<string | null> {
  const owner = goodLinkOwner(ctx.db, tokenHash, ctx.now);
  const proof = await firstProof(ctx, member, { owner, heldId });
  if (proof.statements.length === 0) throw conflict(UNREACHED);
  const { first } = await batchOf(ctx.db, {
    first: selectUnproved(ctx.db, { owner, emailKey: member.emailKey }),
    proof: proof.statements,
    links: spendOtherLinksOfOwner(ctx.db, tokenHash, ctx.now),
  });
  return first.length === 0 ? refuseLink(ctx, gone(SPENT.setup)) : proof.ended;
}

/** Doesn't carry over a suppression. */
async function changeAddress(ctx: Ctx, { tokenHash, email, member, heldId = null }: Change): Promise<string | null> {
  const changedText = longDateIn(member.timezone, ctx.now);
  const notice = queueNotice(ctx, {
    kind: "address-changed",
    memberId: member.id,
    to: member.email,
    parameters: { changedText },
  });
  const emailKey = emailKeyOf(email);
  const change = { tokenHash, email, emailKey, addressHash: addressHash(ctx.config, emailKey), now: ctx.now };
  const owner = ownerAfter(change);
  const proof = await firstProof(ctx, member, { owner, heldId, to: email });
  const { changed } = await batchOf(ctx.db, {
    changed: changeAddressByLink(ctx.db, change),
    audited: auditChange(ctx, {
      actor: `member:${member.id}`,
      action: "member.address",
      subject: member.id,
      details: { fields: ["email"] },
    }),
    mailed: member.suppressedAt === null ? [notice.insert] : [],
    proof: proof.statements,
    sessions: endSessionsOf(ctx.db, owner, member.mailboxProvedAt === null ? heldId : null),
    // Must be last: the statements before it find the owner through the valid link. Those to an old address end, too.
    links: spendLinksOf(ctx.db, owner, ctx.now),
  });
  if (changed.length === 0) throw conflict(TAKEN);
  if (member.suppressedAt === null) ctx.defer(sendTransactionalMail(ctx, { id: notice.id }));
  return proof.ended;
}
