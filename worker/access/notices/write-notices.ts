import { DAY_MS } from "#domain/durations.ts";
import { formatCount } from "#domain/formats.ts";
import { dateTextOf } from "#domain/rules/local-time.ts";
import { formatPrice, PLANS, planLabel } from "#domain/rules/plans.ts";
import type { Ctx } from "../../kernel/context.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import {
  type EndedSubscription,
  type EndingTrial,
  type RenewingYear,
  selectEndedSubscriptions,
  selectEndingTrials,
  selectRenewingYears,
} from "./notices.queries.ts";

/** Of each kind in an hour; the rest is the next hour's. */
const NOTICES_PER_HOUR = 500;

/** Days before the end, from the last to the first on which a notice still says something true. */
const TRIAL_NOTICES = [
  { kind: "trial-ends-week", from: 3, until: 7 },
  { kind: "trial-ends-day", from: 0, until: 1 },
] as const;
const RENEWAL_DAYS = { from: 15, until: 30 };
/** An end that was longer ago, since the cron or PayPal was away, is no news any more. */
const END_DAYS = { from: -7, until: 0 };

type NewMail = Parameters<typeof queueMailsOnce>[1][number];

function trialNotice(ctx: Ctx, kind: (typeof TRIAL_NOTICES)[number]["kind"], trial: EndingTrial): NewMail {
  const { id: memberId, email: to, firstName, endsAt } = trial;
  const leftText = formatCount(Math.ceil((endsAt - ctx.now) / DAY_MS), "day");
  const parameters = { name: firstName || to, leftText, endDateText: dateTextOf(trial, endsAt), endsAt };
  return { id: `${kind}:${memberId}:${endsAt}`, kind, memberId, to, parameters, expiresAt: endsAt };
}

function renewalNotice({ subscriptionId, renewsAt, priceCents, ...member }: RenewingYear): NewMail {
  const texts = {
    planText: PLANS.annual.name,
    priceText: formatPrice(priceCents),
    dateText: dateTextOf(member, renewsAt),
  };
  return {
    id: `renewal-ahead:${subscriptionId}:${renewsAt}`,
    kind: "renewal-ahead",
    memberId: member.memberId,
    to: member.email,
    expiresAt: renewsAt,
    parameters: { ...texts, subscriptionId, renewsAt },
  };
}

function reasonOf({ status, lastPaymentAt, cancelledBy }: EndedSubscription): string {
  if (lastPaymentAt === null) return "PayPal did not collect its first payment.";
  if (status !== "CANCELLED" && status !== "EXPIRED") return "PayPal could not collect the payment for going on.";
  return cancelledBy === "member" ? "You had cancelled it." : "It had been cancelled.";
}

function endNotice(ended: EndedSubscription): NewMail {
  const { subscriptionId, plan, endedAt, memberId, email: to } = ended;
  const planText = plan === "quarterly" ? planLabel(plan) : PLANS[plan].name;
  const parameters = { planText, endText: dateTextOf(ended, endedAt - 1), reasonText: reasonOf(ended) };
  return {
    id: `subscription-ended:${subscriptionId}:${endedAt}`,
    kind: "subscription-ended",
    memberId,
    to,
    parameters,
  };
}

/**
 * Writes the mails that time alone causes: a trial's end 7 days and 1 day ahead, a subscription's end, an annual renewal 30 days
 * ahead. Each is written once for one end; one whose cause has gone by then is closed instead of sent.
 */
export async function writeNotices(ctx: Ctx): Promise<void> {
  const inDays = ({ from, until }: { from: number; until: number }) => {
    return { from: ctx.now + from * DAY_MS, until: ctx.now + until * DAY_MS, limit: NOTICES_PER_HOUR };
  };
  const write = async (mails: NewMail[]) => mails.length > 0 && (await queueMailsOnce(ctx, mails));
  for (const { kind, ...days } of TRIAL_NOTICES) {
    const trials = await selectEndingTrials(ctx.db, kind, inDays(days));
    await write(trials.map((trial) => trialNotice(ctx, kind, trial)));
  }
  await write((await selectEndedSubscriptions(ctx.db, inDays(END_DAYS))).map(endNotice));
  await write((await selectRenewingYears(ctx.db, inDays(RENEWAL_DAYS))).map(renewalNotice));
}
