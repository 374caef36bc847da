import type { RedeemGiftRequest, RedeemGiftResponse } from "#domain/contract/money/gifts.ts";
import type { WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { redemptionConsent } from "#domain/rules/consent.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { insertMember, recomputeAccess } from "../../access/access-grants.queries.ts";
import { insertGiftGrant, selectOpenStretches } from "../../access/gift-grants.queries.ts";
import { insertLink, spendLinksOf } from "../../account/auth-tokens.queries.ts";
import { insertConsent } from "../../account/consents/consents.queries.ts";
import { acceptInvitation } from "../../account/invitations/accept-invitation.ts";
import { mailWayBackAgain } from "../../account/mail-way-back-again.ts";
import { chosenWakeUp } from "../../account/member/first-wake-up.ts";
import { type Member, newAccount } from "../../account/member/member.ts";
import { selectAccountByEmail, selectMember, updateMember } from "../../account/member/members.queries.ts";
import { splitName } from "../../account/member/split-name.ts";
import { openAccount } from "../../account/proof/first-proof.queries.ts";
import { type FirstProof, firstProof } from "../../account/proof/first-proof.ts";
import { insertSession, type SessionRow } from "../../account/sessions/sessions.queries.ts";
import { type Client, newSession, type OpenedSession } from "../../account/sessions/sessions.ts";
import { newLink } from "../../account/single-use-link.ts";
import { auditChangeOrEnd } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { AppError, conflict, gone } from "../../kernel/errors.ts";
import { addressHash } from "../../kernel/hashing.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../../mail/transactional-mail.ts";
import { mailWords, placeWords, planOf } from "./gift-words.ts";
import { type Gift, spendGift } from "./gifts.queries.ts";
import { placeOf } from "./place-gifts.ts";
import { openGift, stateOf } from "./read-gift.ts";

const OVER = {
  redeemed: "This gift has already been opened. Log in, or look for the email we sent when it was opened.",
  expired: "This gift wasn't opened in time and has expired. Write to us if you have questions.",
  refunded: "This gift is no longer available.",
} as const;

const ATTEMPTS = 3;
const CLOSED =
  "This email belongs to a closed account. We've emailed you a link to restore it. After that, you can open the gift.";

/** A new account, whose mailbox the gift's key has proved, with the recipient's name, hour, and zone; the giver's zone if their browser sent none. */
function accountFor(ctx: Ctx, gift: Gift, choice: WakeUpChoice) {
  const { timezone = gift.timezone } = choice;
  const person = {
    email: gift.recipientEmail,
    ...splitName(gift.recipientName),
    passwordHash: null,
    mailboxProvedAt: ctx.now,
  };
  return newAccount(ctx, { ...person, ...chosenWakeUp(ctx, { ...choice, timezone }) });
}

type Account = Member | ReturnType<typeof accountFor>;
type Place = NonNullable<ReturnType<typeof placeOf>>;

/** The email to the recipient, with a setup link if they have no password yet. */
function mailFor(ctx: Ctx, gift: Gift, account: Account, place: Place | null) {
  const addressee = { memberId: account.id, to: account.email };
  if (place === null)
    return { id: `gift-waits:${gift.id}`, kind: "gift-waits", ...addressee, parameters: mailWords(gift) } as const;
  const parameters = { ...mailWords(gift), ...placeWords(account.timezone, place) };
  const content = { id: `gift-started:${gift.id}`, ...addressee, parameters };
  if (account.passwordHash !== null) return { ...content, kind: "gift-started", notBefore: place.startsAt } as const;
  const link = newLink(ctx.config, account, "setup", ctx.now);
  return { ...content, kind: "gift-started-setup", link } as const;
}

/** `session` is a new account's first, `proof` a known one's; `mail` is the recipient's. */
type Redemption = {
  choice: WakeUpChoice;
  session: SessionRow | null;
  proof: FirstProof | null;
  mail: ReturnType<typeof mailFor>;
  place: Place | null;
  lastEnd: number | null;
};

/** Redeems the gift in one batch and returns its member. If another request was faster, nothing is written. */
async function spend(ctx: Ctx, gift: Gift, account: Account, redemption: Redemption) {
  const { choice, session, proof, mail, place, lastEnd } = redemption;
  const link = "link" in mail ? mail.link : null;
  const toRecipient = queueMailOnce(ctx, mail);
  const parameters = { ...mailWords(gift), dateText: longDateIn(gift.timezone, ctx.now) };
  const giver = { id: `gift-redeemed:${gift.id}`, memberId: null, to: gift.giverEmail };
  const toGiver = queueMailOnce(ctx, { kind: "gift-redeemed", ...giver, parameters });
  const consent = redemptionConsent(planOf(gift));
  const grant = place && { id: crypto.randomUUID(), giftId: gift.id, memberId: account.id, plan: gift.plan, ...place };
  const { id: memberId, email } = account;
  const details = { giftId: gift.id };
  const { member } = await batchOf(ctx.db, {
    account: session
      ? insertMember(ctx.db, account, addressHash(ctx.config, account.emailKey))
      : updateMember(ctx.db, memberId, { updatedAt: ctx.now }),
    spent: spendGift(ctx.db, gift, { memberId, isGranted: place !== null, lastEnd }, ctx.now),
    audited: auditChangeOrEnd(ctx, { actor: `member:${memberId}`, action: "gift.redeem", subject: memberId, details }),
    grant: grant
      ? [
          insertGiftGrant(ctx.db, grant, ctx.now),
          updateMember(ctx.db, memberId, { giftGiverName: gift.giverName, updatedAt: ctx.now }),
          recomputeAccess(ctx.db, [memberId], { now: ctx.now }),
        ]
      : [],
    accepted: acceptInvitation(ctx, account, {
      wakeUp: choice.timezone === undefined ? {} : chosenWakeUp(ctx, choice, account.wakeUpHour),
    }),
    consent: insertConsent(ctx.db, { ...consent, sourceId: gift.id, memberId, email, at: ctx.now }),
    proof: proof?.statements.length ? [...proof.statements, spendLinksOf(ctx.db, openAccount(memberId), ctx.now)] : [],
    link: link ? [insertLink(ctx.db, link)] : [],
    session: session ? [insertSession(ctx.db, session)] : [],
    toRecipient: toRecipient.insert,
    toGiver: toGiver.insert,
    member: selectMember(ctx.db, memberId),
  });
  for (const written of [toRecipient, toGiver]) ctx.defer(sendTransactionalMail(ctx, written));
  return member[0];
}

type Input = RedeemGiftRequest & { client: Client };
/** `opened` is the new account's session; null for a known address, whose owner logs in. */
type Redeemed = Omit<RedeemGiftResponse, "token"> & { opened: OpenedSession | null };

/** Adds a gift's months to all of the recipient's access. @throws the database's refusal if that access changed meanwhile */
async function redeemOpen(ctx: Ctx, gift: Gift, { client, name, ...choice }: Input): Promise<Redeemed> {
  const [known] = await selectAccountByEmail(ctx.db, gift.recipientEmail, ctx.now);
  if (known && known.deletedAt !== null) {
    // A new account would make the closed one unrecoverable.
    await mailWayBackAgain(ctx, known);
    throw conflict(CLOSED);
  }
  // The giver's emails keep the name that the giver typed.
  const named = known ? gift : { ...gift, recipientName: name ?? gift.recipientName };
  const proof = known ? await firstProof(ctx, known, { owner: openAccount(known.id), heldId: client.heldId }) : null;
  const kept = known && { ...known, passwordHash: proof?.endsPassword ? null : known.passwordHash };
  const account = kept ?? accountFor(ctx, named, choice);
  const open = known ? await selectOpenStretches(ctx.db, known.id, ctx.now) : [];
  const place = placeOf(open, { plan: gift.plan, timezone: account.timezone, now: ctx.now });
  const lastEnd = open.length > 0 ? Math.max(...open.map(({ endsAt }) => endsAt)) : null;
  const session = known ? null : newSession(ctx.config, account.id, client, { isByMail: true });
  const mail = mailFor(ctx, named, account, place);
  const member = await spend(ctx, gift, account, { choice, session, proof, mail, place, lastEnd });
  return {
    opened: session && member ? { member, session } : null,
    nextUrl: `${ctx.config.appUrl}${session ? APP_PAGES.welcome : APP_PAGES.login}`,
    isWaiting: place === null,
    ...(proof?.ended ? { ended: proof.ended } : {}),
  };
}

/**
 * Redeems a gift once: access starts now, or after the subscription that keeps charging. Only the call that creates the account gets its
 * session: a repeat after a lost answer is refused. @throws AppError `not_found` for an unknown key, `gone` for a gift that is over,
 * `conflict` while the recipient's account is closed and can be restored
 */
export async function redeemGift(ctx: Ctx, input: Input): Promise<Redeemed> {
  for (let attempt = 1; ; attempt += 1) {
    // Read each time: another request, or this one's lost answer, may have redeemed, refunded, or corrected this gift.
    const gift = await openGift(ctx, input.token);
    const state = stateOf(gift, ctx.now);
    if (state !== "open") throw gone(OVER[state]);
    try {
      return await redeemOpen(ctx, gift, input);
    } catch (error) {
      if (error instanceof AppError || attempt === ATTEMPTS) throw error;
    }
  }
}
