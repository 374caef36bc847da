import { DAY_MS } from "#domain/durations.ts";
import { formatCount } from "#domain/formats.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { formatPrice, PLANS, planName } from "#domain/rules/plans.ts";
import type { Ctx } from "../../kernel/context.ts";
import { queueMailsOnce } from "../../mail/transactional-mail.ts";
import {
  type EndedImport,
  type EndedSubscription,
  type EndingTrial,
  type RenewingYear,
  selectEndedImports,
  selectEndedSubscriptions,
  selectEndingTrials,
  selectRenewingYears,
} from "./notices.queries.ts";

/** Per kind and hour; the rest waits for the next hour. */
const NOTICES_PER_HOUR = 500;

/** Days before the end: the last and the first on which a notice is still true. */
const TRIAL_NOTICES = [
  { kind: "trial-ends-week", from: 3, until: 7 },
  { kind: "trial-ends-day", from: 0, until: 1 },
] as const;
const RENEWAL_DAYS = { from: 15, until: 30 };
/** An earlier end, found after an outage of the cron or PayPal, is old news. */
const END_DAYS = { from: -7, until: 0 };

type NewMail = Parameters<typeof queueMailsOnce>[1][number];

function trialNotice(ctx: Ctx, kind: (typeof TRIAL_NOTICES)[number]["kind"], trial: EndingTrial): NewMail {
  const { memberId, email: to, firstName, timezone, endsAt } = trial;
  const leftText = formatCount(Math.ceil((endsAt - ctx.now) / DAY_MS), "day");
  const parameters = { name: firstName || to, leftText, endDateText: longDateIn(timezone, endsAt), endsAt };
  return { id: `${kind}:${memberId}:${endsAt}`, kind, memberId, to, parameters, expiresAt: endsAt };
}

function renewalNotice(year: RenewingYear): NewMail {
  const { subscriptionId, renewsAt, priceCents, memberId, email: to, timezone } = year;
  const dateText = longDateIn(timezone, renewsAt);
  const texts = { planText: PLANS.annual.name, priceText: formatPrice(priceCents), dateText };
  const parameters = { ...texts, subscriptionId, renewsAt };
  const id = `renewal-ahead:${subscriptionId}:${renewsAt}`;
  return { id, kind: "renewal-ahead", memberId, to, parameters, expiresAt: renewsAt };
}

function reasonOf({ status, lastPaymentAt, cancelledBy }: EndedSubscription): string {
  if (lastPaymentAt === null) return "PayPal didn't collect the first payment.";
  if (status !== "CANCELLED" && status !== "EXPIRED") return "PayPal couldn't collect the renewal payment.";
  return cancelledBy === "member" ? "You cancelled it." : "It was cancelled.";
}

function endNotice(ended: EndedSubscription): NewMail {
  const { subscriptionId, plan, endedAt, memberId, email: to, timezone } = ended;
  const endText = longDateIn(timezone, endedAt - 1);
  const parameters = { planText: planName(plan), endText, reasonText: reasonOf(ended) };
  return {
    id: `subscription-ended:${subscriptionId}:${endedAt}`,
    kind: "subscription-ended",
    memberId,
    to,
    parameters,
  };
}

function importNotice({ grantId, endedAt, memberId, email: to, timezone }: EndedImport): NewMail {
  const parameters = { endText: longDateIn(timezone, endedAt - 1) };
  return { id: `import-ended:${grantId}`, kind: "import-ended", memberId, to, parameters };
}

/**
 * Writes the emails caused by time alone: trial endings, subscription ends, annual renewals. Each is written once per end.
 * One whose cause is gone by then is closed instead of sent.
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
  await write((await selectEndedImports(ctx.db, inDays(END_DAYS))).map(importNotice));
  await write((await selectRenewingYears(ctx.db, inDays(RENEWAL_DAYS))).map(renewalNotice));
}
