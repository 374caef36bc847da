import { HOUR_MS } from "#domain/durations.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { insertSessionByCheckout } from "../../account/sessions/sessions.queries.ts";
import { type Client, newSession, type OpenedSession } from "../../account/sessions/sessions.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, notFound, unauthorized } from "../../kernel/errors.ts";
import { isSameSecret, sha256 } from "../../kernel/hashing.ts";
import { log } from "../../kernel/log.ts";
import { isPassing } from "../../kernel/paypal/paypal-error.ts";
import { setAnswer, takeQuestion } from "../questions.queries.ts";
import { applySubscription } from "../subscriptions/apply-subscription.ts";
import { opensWithPayment } from "../subscriptions/subscription-states.ts";
import { selectSubscription } from "../subscriptions/subscriptions.queries.ts";
import { type Checkout, selectCheckoutOutcome, selectSpentNonce, spendNonce } from "./checkouts.queries.ts";

/** `memberId` is of the session that asks, if there is one. */
type Input = { id: string; nonce: string | null; memberId: string | null; client: Client };

export type Confirmed = {
  state: "active" | "confirming" | "not_approved";
  subscriptionId: string;
  session: OpenedSession | null;
  needsLogin: boolean;
  opensWithPayment: boolean;
};

/**
 * What became of a checkout, read at PayPal; asked until it is no longer `confirming`. Who holds its nonce is signed in, by one
 * session and within the hour, if this checkout made the account and nobody has set its password yet. Asked again, it is that session.
 * @throws AppError `not_found`, `unauthorized` without nonce and session, `conflict` for what is none of ours
 */
export async function confirmCheckout(ctx: Ctx, input: Input): Promise<Confirmed> {
  const [found] = await selectCheckoutOutcome(ctx.db, input.id);
  if (!found?.checkout.subscriptionId) throw notFound("Checkout");
  const { checkout } = found;
  const hasNonce = input.nonce !== null && isSameSecret(sha256(input.nonce), checkout.nonceHash);
  const isBuyer = input.memberId !== null && input.memberId === (found.memberId ?? checkout.memberId);
  if (!hasNonce && !isBuyer) throw unauthorized("Please log in to see what became of your payment.");
  const subscriptionId = found.checkout.subscriptionId ?? "";
  const state = found.subscriptionId === null ? await askInTurn(ctx, checkout) : "active";
  const [outcome = found] = found.subscriptionId === null ? await selectCheckoutOutcome(ctx.db, input.id) : [];
  const answer = {
    state,
    subscriptionId,
    session: null,
    needsLogin: false,
    opensWithPayment: opensWithPayment(outcome),
  };
  if (state !== "active" || isBuyer) return answer;
  const session = await signIn(ctx, checkout, input.client);
  return { ...answer, session, needsLogin: session === null };
}

async function askInTurn(ctx: Ctx, { id, subscriptionId }: Checkout): Promise<Confirmed["state"]> {
  const [taken] = await takeQuestion(ctx.db, { of: "checkout", id }, ctx.now);
  const state = taken ? await askPayPal(ctx, subscriptionId ?? "") : await readAnswer(ctx, id);
  if (taken && state !== "active") await setAnswer(ctx.db, { of: "checkout", id }, state);
  if (state !== "refused") return state;
  throw conflict(
    "What PayPal says of this payment does not fit what was ordered. Please write to us: nothing is lost.",
  );
}

/** What came of the question that is being asked or was asked just before; what was read before it may be older. */
async function readAnswer(ctx: Ctx, id: string): Promise<Confirmed["state"] | "refused"> {
  const [found] = await selectCheckoutOutcome(ctx.db, id);
  return found?.subscriptionId ? "active" : (found?.checkout.answer ?? "confirming");
}

async function askPayPal(ctx: Ctx, subscriptionId: string): Promise<Confirmed["state"] | "refused"> {
  try {
    const applied = await applySubscription(ctx, subscriptionId);
    if (applied.state === "foreign") return "refused";
    return applied.state === "applied" ? "active" : "not_approved";
  } catch (error) {
    // Nobody is locked out while PayPal is slow: they wait, and the webhook and the hourly cron ask, too.
    if (isPassing(error)) return "confirming";
    throw error;
  }
}

async function signIn(ctx: Ctx, checkout: Checkout, client: Client): Promise<OpenedSession | null> {
  const [subscription] = await selectSubscription(ctx.db, checkout.subscriptionId ?? "");
  const [member] = await selectMember(ctx.db, subscription?.memberId ?? "");
  // Whoever has set a password has shown that the address is theirs, and logs in with it.
  if (!member || member.passwordHash !== null) return null;
  const session = newSession(ctx.config, member.id, client);
  const after = ctx.now - HOUR_MS;
  const [, [opened], [spent]] = await ctx.db.batch([
    spendNonce(ctx.db, checkout.id, { sessionId: session.id, now: ctx.now, after }),
    insertSessionByCheckout(ctx.db, session, checkout.id),
    selectSpentNonce(ctx.db, checkout.id),
  ]);
  if (opened) return { member, session };
  // Asked again since the answer was lost: the same session, until somebody ends it.
  if (spent?.session && spent.createdAt > after) return { member, session: spent.session };
  if (spent?.usedAt != null) {
    const entry = { actor: "system", action: "checkout.nonce-used", subject: member.id } as const;
    log("warn", "nonce_used_again", { checkoutId: checkout.id });
    await auditOnce(ctx, { ...entry, details: { checkoutId: checkout.id } });
  }
  return null;
}
