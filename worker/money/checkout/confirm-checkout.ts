import type { ConfirmCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { HOUR_MS } from "#domain/durations.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { insertSessionByCheckout } from "../../account/sessions/sessions.queries.ts";
import { type Client, newSession, type OpenedSession } from "../../account/sessions/sessions.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound, unauthorized } from "../../kernel/errors.ts";
import { isSameSecret, sha256 } from "../../kernel/hashing.ts";
import { log } from "../../kernel/log.ts";
import { askOnce, notAsOrdered } from "../questions.ts";
import { opensWithPayment } from "../subscriptions/subscription-states.ts";
import { selectSubscription } from "../subscriptions/subscriptions.queries.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { type Checkout, selectCheckoutOutcome, selectSpentNonce, spendNonce } from "./checkouts.queries.ts";

/** `memberId` is of the caller's session, if any. */
type Input = { id: string; nonce: string | null; memberId: string | null; client: Client };

type Confirmed = Omit<ConfirmCheckoutResponse, "token"> & { session: OpenedSession | null };

/**
 * A checkout's outcome, read at PayPal; polled while `confirming`. The nonce's holder is logged in once if the account is new and has no
 * password. @throws AppError `not_found`, `unauthorized` without nonce and session, `conflict` for an order that isn't ours
 */
export async function confirmCheckout(ctx: Ctx, input: Input): Promise<Confirmed> {
  const [found] = await selectCheckoutOutcome(ctx.db, input.id);
  if (!found?.checkout.subscriptionId) throw notFound("Checkout");
  const { checkout } = found;
  const hasNonce = input.nonce !== null && isSameSecret(sha256(input.nonce), checkout.nonceHash);
  const isBuyer = input.memberId !== null && input.memberId === (found.memberId ?? checkout.memberId);
  if (!hasNonce && !isBuyer) throw unauthorized("Log in to see what happened to your payment.");
  const { subscriptionId } = found.checkout;
  const state = found.subscriptionId === null ? await ask(ctx, checkout.id, subscriptionId) : "active";
  const [outcome = found] = found.subscriptionId === null ? await selectCheckoutOutcome(ctx.db, input.id) : [];
  const opensLater = opensWithPayment(outcome);
  const answer = { state, subscriptionId, session: null, needsLogin: false, opensWithPayment: opensLater };
  if (state !== "active" || isBuyer) return { ...answer, isInvited: false };
  const { session, isInvited } = await signIn(ctx, checkout, input.client);
  return { ...answer, session, isInvited, needsLogin: session === null };
}

async function ask(ctx: Ctx, id: string, subscriptionId: string): Promise<Confirmed["state"]> {
  const sync = async () => {
    const { state } = await syncSubscription(ctx, subscriptionId);
    if (state === "foreign") return "refused";
    return state === "applied" ? null : "not_approved";
  };
  const readLast = async () => {
    const [found] = await selectCheckoutOutcome(ctx.db, id);
    return found?.subscriptionId ? null : (found?.checkout.answer ?? "confirming");
  };
  const said = await askOnce(ctx, { of: "checkout", id }, { sync, readLast });
  if (said === "refused") throw notAsOrdered();
  return said ?? "active";
}

async function signIn(ctx: Ctx, checkout: Checkout, client: Client) {
  const [subscription] = await selectSubscription(ctx.db, checkout.subscriptionId ?? "");
  const [member] = await selectMember(ctx.db, subscription?.memberId ?? "");
  // A member with a password logs in with it; an imported person who hasn't accepted, by the emailed invitation.
  if (!member || member.passwordHash !== null || member.isUnaccepted)
    return { session: null, isInvited: member?.isUnaccepted === true };
  return { session: await openSession(ctx, checkout, member, client), isInvited: false };
}

async function openSession(
  ctx: Ctx,
  checkout: Checkout,
  member: Member,
  client: Client,
): Promise<OpenedSession | null> {
  const session = newSession(ctx.config, member.id, client);
  const after = ctx.now - HOUR_MS;
  const [, [opened], [spent]] = await ctx.db.batch([
    spendNonce(ctx.db, checkout.id, { sessionId: session.id, now: ctx.now, after }),
    insertSessionByCheckout(ctx.db, session, checkout.id),
    selectSpentNonce(ctx.db, checkout.id),
  ]);
  if (opened) return { member, session };
  // A repeat after a lost answer gets the same session until it ends.
  if (spent?.session && spent.createdAt > after) return { member, session: spent.session };
  if (spent?.usedAt != null) {
    const entry = { actor: "system", action: "checkout.nonce-used", subject: member.id } as const;
    log("warn", "nonce_used_again", { checkoutId: checkout.id });
    await auditOnce(ctx, { ...entry, details: { checkoutId: checkout.id } });
  }
  return null;
}
