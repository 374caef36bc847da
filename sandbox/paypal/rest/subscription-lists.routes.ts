import { Hono } from "hono";
import type { Account } from "../account/account.ts";
import { toMoney } from "../account/money.ts";
import { type Payment, paymentStatus } from "../account/payment.ts";
import { type Subscription, subscriptionAnswer } from "../account/subscription.ts";
import { notFound } from "../answers.ts";
import { type Operation, readCount, readInstant, requireInstant } from "./call.ts";

/** The list as in PayPal's TypeScript SDK 2.5.0; PayPal's OpenAPI document of 2024 doesn't have it. */
export function subscriptionListsRoutes(operation: Operation, { subscriptions, payments }: Account) {
  return new Hono()
    .get(
      "/v1/billing/subscriptions",
      operation("subscriptions.list", (call) => {
        const pageSize = readCount(call, "page_size", { fallback: 10, max: 20 });
        const page = readCount(call, "page", { fallback: 1, max: 100_000 });
        const from = readInstant(call, "created_after") ?? 0;
        const found = subscriptions.list().filter(({ createTime }) => createTime >= from);
        const hasMore = page * pageSize < found.length;
        const pageLink = (number: number, rel: string) => {
          const url = new URL("/v1/billing/subscriptions", call.origin);
          url.searchParams.set("page", String(number));
          url.searchParams.set("page_size", String(pageSize));
          return { href: url.href, rel, method: "GET" };
        };
        return {
          status: 200,
          body: () => ({
            subscriptions: found
              .slice((page - 1) * pageSize, page * pageSize)
              .map((subscription) => subscriptionAnswer(subscription, call.origin)),
            links: [
              pageLink(page, "self"),
              ...(page > 1 ? [pageLink(page - 1, "prev")] : []),
              ...(hasMore ? [pageLink(page + 1, "next")] : []),
            ],
          }),
        };
      }),
    )
    .get(
      "/v1/billing/subscriptions/:id/transactions",
      operation("subscriptions.transactions", (call, { id = "" }) => {
        const subscription = subscriptions.find(id);
        if (!subscription) throw notFound();
        const from = requireInstant(call, "start_time");
        const until = requireInstant(call, "end_time");
        const found = payments.of(id).filter(({ time }) => time >= from && time <= until);
        const href = `${call.origin}/v1/billing/subscriptions/${id}/transactions`;
        return {
          status: 200,
          body: () => ({
            transactions: found.map((payment) => transaction(payment, subscription)).reverse(),
            total_items: found.length,
            total_pages: found.length === 0 ? 0 : 1,
            links: [{ href, rel: "self", method: "GET" }],
          }),
        };
      }),
    );
}

/** PayPal lists completed charges; a failed one appears only in the subscription. */
function transaction(payment: Payment, { buyer }: Subscription) {
  const { id, cents, feeCents, currency, time } = payment;
  return {
    status: paymentStatus(payment),
    id,
    amount_with_breakdown: {
      gross_amount: toMoney(cents, currency),
      fee_amount: toMoney(feeCents, currency),
      net_amount: toMoney(cents - feeCents, currency),
    },
    ...(buyer ? { payer_name: { given_name: buyer.givenName, surname: buyer.surname }, payer_email: buyer.email } : {}),
    time: new Date(time).toISOString(),
  };
}
