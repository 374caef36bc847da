import type {
  ListedSubscription,
  ListedSubscriptions,
  ListedSubscriptionsQuery,
} from "#domain/contract/money/subscriptions.ts";
import { DAY_MS } from "#domain/durations.ts";
import { formatNumber } from "#domain/formats.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { planOf } from "../subscriptions/check-subscription.ts";
import {
  byTime,
  countStartedSince,
  isFoundBy,
  isOutOfSync,
  isStartedSince,
  selectRecords,
} from "../subscriptions/subscriptions.queries.ts";

const DAYS_SHOWN = 30;
/** Twenty per page. The administrator is waiting. */
const PAGES = 10;
const RECORDS = 500;

const NOT_SET_UP = "Payments aren't set up, so no one can subscribe yet.";
const NO_LIST = "PayPal doesn't list subscriptions for this account. These are our own records.";
const PAYPAL_CUT = "PayPal lists more than we can show. The others are our own records.";
const cutText = (of: number) =>
  `These are the newest ${formatNumber(RECORDS)} of ${formatNumber(of)}. The counts below cover only these. To find another, search for its full ID or the member's email.`;

async function askPayPal(paypal: PayPal, createdAfter: number) {
  const found = new Map<string, ListedSubscription>();
  for (let page = 1; page <= PAGES; page += 1) {
    const list = await paypal.listSubscriptions({ createdAfter, page });
    if (!list) return null;
    for (const { id, status, plan_id = "", start_time, create_time, subscriber } of list.subscriptions) {
      found.set(id, {
        id,
        status,
        plan_id,
        start_time: start_time ?? create_time ?? "",
        subscriber: { email_address: subscriber?.email_address ?? "" },
        plan: planOf(paypal.plans, plan_id),
        memberId: null,
      });
    }
    if (!list.hasMore) return { found, isCut: false };
  }
  return { found, isCut: true };
}

type Stored = Awaited<ReturnType<typeof selectRecords>>[number];

function toRecord({ plans }: PayPal, { id, status, plan, planId, startsAt, payerEmail, memberId }: Stored) {
  return {
    id,
    status,
    plan,
    memberId,
    start_time: new Date(startsAt).toISOString(),
    plan_id: planId ?? plans[plan] ?? plan,
    subscriber: { email_address: payerEmail ?? "" },
  };
}

/**
 * The subscriptions of the last 30 days: PayPal's list, and those that only we know. PayPal's data takes precedence. Those out of
 * sync are added, whatever their age. Above `RECORDS`, only the newest are listed, with the total. With `q`, only our records that match.
 */
export async function listSubscriptions(ctx: Ctx, { q }: ListedSubscriptionsQuery): Promise<ListedSubscriptions> {
  const { paypal } = ctx;
  if (!paypal) return { subscriptions: [], notice: NOT_SET_UP };
  if (q) {
    const found = await selectRecords(ctx.db, isFoundBy(q), RECORDS);
    return { subscriptions: found.map((record) => toRecord(paypal, record)) };
  }
  const from = ctx.now - DAYS_SHOWN * DAY_MS;
  const failure = (error: unknown) => {
    log("warn", "subscriptions_not_listed", errorFields(error));
    return error instanceof PayPalError ? error : new PayPalError(true, { operation: "list" });
  };
  const [records, different, answer] = await Promise.all([
    selectRecords(ctx.db, isStartedSince(from), RECORDS + 1, byTime),
    selectRecords(ctx.db, isOutOfSync, RECORDS),
    askPayPal(paypal, from).catch(failure),
  ]);
  const cut = records.length > RECORDS && cutText(await countStartedSince(ctx.db, from));
  const notice = (own?: string) => ({ notice: [cut, own].filter(Boolean).join(" ") || undefined });
  const ours = records.slice(0, RECORDS).map((record) => toRecord(paypal, record));
  const outOfSync = different.map((one) => ({ ...toRecord(paypal, one), difference: one.difference ?? "" }));
  if (answer instanceof PayPalError) return { subscriptions: ours, outOfSync, ...notice(), error: answer.message };
  if (answer === null) return { subscriptions: ours, outOfSync, ...notice(NO_LIST) };
  const known = new Map(ours.map((one) => [one.id, one]));
  const listed = [...answer.found.values()].map((one) => ({
    ...one,
    plan_id: one.plan_id || (known.get(one.id)?.plan_id ?? ""),
    plan: one.plan ?? known.get(one.id)?.plan ?? null,
    subscriber: one.subscriber.email_address ? one.subscriber : (known.get(one.id)?.subscriber ?? one.subscriber),
    memberId: known.get(one.id)?.memberId ?? null,
  }));
  const subscriptions = [...listed, ...ours.filter(({ id }) => !answer.found.has(id))];
  subscriptions.sort((one, other) => other.start_time.localeCompare(one.start_time));
  const shown = cut ? subscriptions.slice(0, RECORDS) : subscriptions;
  return { subscriptions: shown, outOfSync, ...notice(answer.isCut ? PAYPAL_CUT : undefined) };
}
