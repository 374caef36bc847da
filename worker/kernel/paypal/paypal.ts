import * as z from "zod";
import { SECOND_MS } from "#domain/durations.ts";
import type { ProviderStatus } from "#domain/rules/payments.ts";
import type { Config } from "../env.ts";
import { createCaller } from "./call-paypal.ts";
import {
  captureAnswer,
  createdSubscription,
  disputeAnswer,
  eventList,
  orderAnswer,
  planAnswer,
  refundAnswer,
  refundedPayment,
  reportedList,
  subscriptionAnswer,
  subscriptionList,
  transactionList,
  verification,
  webhookAnswer,
} from "./paypal-answers.ts";
import { isRefusal, PayPalError } from "./paypal-error.ts";

type Created = { planId: string; customId: string; startsAt: number | null; requestId: string };
type Ordered = { customId: string; cents: number; currency: string; description: string; requestId: string };
type Signed = "auth_algo" | "cert_url" | "transmission_id" | "transmission_sig" | "transmission_time";
export type WebhookSignature = Record<Signed, string>;

const PAGE_SIZE = 20;
const EVENTS_PER_PAGE = 100;
const MOST_EVENT_PAGES = 10;

const toInstant = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
const toAmount = (cents: number, currency: string) => ({ currency_code: currency, value: (cents / 100).toFixed(2) });
const nothing = z.unknown().transform(() => true as const);

type Account = NonNullable<Config["paypal"]>;

function connect(account: Account, now: number) {
  const call = createCaller(account, now);
  const get = <Schema extends z.ZodType>(operation: string, path: string, schema: Schema) =>
    call({ operation, method: "GET", path, schema });
  /** A string `body` is sent as is. A `requestId` makes a retry harmless. */
  const post = <Schema extends z.ZodType>(
    operation: string,
    path: string,
    { body, ...rest }: { body: object | string; requestId?: string; schema: Schema },
  ) => call({ operation, method: "POST", path, body: typeof body === "string" ? body : JSON.stringify(body), ...rest });
  return { get, post };
}
type Connection = ReturnType<typeof connect>;

const contextOf = (appUrl: string) => ({
  shipping_preference: "NO_SHIPPING",
  return_url: `${appUrl}/subscribe`,
  cancel_url: `${appUrl}/subscribe`,
});

function subscriptionsAt({ get, post }: Connection, appUrl: string) {
  const subscription = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  const readSubscription = (id: string) =>
    get("read subscription", `${subscription(id)}?fields=last_failed_payment,plan`, subscriptionAnswer);

  return {
    /** Once per request ID. */
    async createSubscription({ planId, customId, startsAt, requestId }: Created) {
      const body = {
        plan_id: planId,
        custom_id: customId,
        ...(startsAt === null ? {} : { start_time: toInstant(startsAt) }),
        application_context: { ...contextOf(appUrl), user_action: "SUBSCRIBE_NOW" },
      };
      const operation = "create subscription";
      const made = await post(operation, "/v1/billing/subscriptions", { body, requestId, schema: createdSubscription });
      // PayPal answers 404 for an unknown plan.
      if (!made) throw new PayPalError(false, { operation, status: 404, issue: "PLAN" });
      return made;
    },

    readSubscription,

    async listTransactions(id: string, from: number, until: number) {
      const query = new URLSearchParams({ start_time: toInstant(from), end_time: toInstant(until) });
      const list = await get("list transactions", `${subscription(id)}/transactions?${query}`, transactionList);
      return list?.transactions ?? [];
    },

    /** Returns the new status, null if PayPal doesn't know it. `reason` has 1 to 128 characters. Reads again if PayPal can't cancel. */
    async cancelSubscription(id: string, reason: string): Promise<ProviderStatus | null> {
      try {
        const body = { reason: reason.slice(0, 128) };
        const done = await post("cancel subscription", `${subscription(id)}/cancel`, { body, schema: nothing });
        return done && "CANCELLED";
      } catch (error) {
        if (!(error instanceof PayPalError) || error.issue !== "SUBSCRIPTION_STATUS_INVALID") throw error;
        return (await readSubscription(id))?.status ?? null;
      }
    },

    /** Returns one page of the account's subscriptions created after an instant, or null if PayPal has no such list. */
    async listSubscriptions({ createdAfter, page }: { createdAfter: number; page: number }) {
      const paging = { page_size: String(PAGE_SIZE), page: String(page) };
      const query = new URLSearchParams({ created_after: toInstant(createdAfter), ...paging });
      const list = await get("list subscriptions", `/v1/billing/subscriptions?${query}`, subscriptionList);
      return list && { subscriptions: list.subscriptions, hasMore: list.links.some(({ rel }) => rel === "next") };
    },
  };
}

function paymentsAt({ get, post }: Connection, appUrl: string) {
  const order = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const capture = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`;

  return {
    /** Returns a refund's payment, or null if PayPal doesn't know the refund. Uses only the path of `href`, never its host. */
    async readRefunded(href: string): Promise<string | null> {
      const [path] = /\/(?:v1\/payments\/refund|v2\/payments\/refunds)\/[A-Za-z0-9-]{1,50}$/.exec(href) ?? [];
      return path === undefined ? null : get("read refund", path, refundedPayment);
    },
    readDispute: (id: string) => get("read dispute", `/v1/customer/disputes/${encodeURIComponent(id)}`, disputeAnswer),
    readCapture: (id: string) => get("read capture", capture(id), captureAnswer),

    /** Refunds a part of the payment, or without `part` what's left of it, once per request ID. */
    refund(id: string, requestId: string, part?: { cents: number; currency: string }) {
      const body = part ? { amount: toAmount(part.cents, part.currency) } : {};
      return post("refund", `${capture(id)}/refund`, { body, requestId, schema: refundAnswer });
    },

    /**
     * Events about refunds of subscription payments within a time span, newest first; PayPal keeps 30 days of them. The list has no
     * page numbers, so each page ends where the one before it began.
     */
    async listRefundEvents(from: number, until: number) {
      const found: unknown[] = [];
      for (let [page, end] = [0, until]; page < MOST_EVENT_PAGES; page += 1) {
        const time = { start_time: toInstant(from), end_time: toInstant(end) };
        const asked = { event_type: "PAYMENT.SALE.REFUNDED", page_size: String(EVENTS_PER_PAGE), ...time };
        const path = `/v1/notifications/webhooks-events?${new URLSearchParams(asked)}`;
        const { events } = (await get("list events", path, eventList)) ?? { events: [] };
        found.push(...events);
        // PayPal takes whole seconds, so events of that second may come twice.
        const oldest = Math.min(...events.map((one) => one.create_time)) + SECOND_MS;
        if (events.length < EVENTS_PER_PAGE || oldest >= end) break;
        end = oldest;
      }
      return found;
    },

    /** The account's own list of up to 31 days; PayPal allows 10,000 lines of it, and may take three hours to list a payment. */
    async listReported(from: number, before: number) {
      const found: z.output<typeof reportedList>["transaction_details"] = [];
      const span = { start_date: toInstant(from), end_date: toInstant(before - SECOND_MS), fields: "transaction_info" };
      for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
        const query = new URLSearchParams({ ...span, page_size: "500", page: String(page) });
        const list = await get("list reported", `/v1/reporting/transactions?${query}`, reportedList);
        found.push(...(list?.transaction_details ?? []));
        pages = list?.total_pages ?? 0;
      }
      return found.map(({ transaction_info }) => transaction_info);
    },

    /** Once per request ID. */
    async createOrder({ customId, cents, currency, description, requestId }: Ordered) {
      const body = {
        intent: "CAPTURE",
        purchase_units: [{ custom_id: customId, description, amount: toAmount(cents, currency) }],
        application_context: { ...contextOf(appUrl), user_action: "PAY_NOW" },
      };
      return post("create order", "/v2/checkout/orders", { body, requestId, schema: orderAnswer });
    },

    readOrder: (id: string) => get("read order", order(id), orderAnswer),

    /** Once per request ID. */
    captureOrder: (id: string, requestId: string) =>
      post("capture order", `${order(id)}/capture`, { body: {}, requestId, schema: orderAnswer }),
  };
}

/** The parts of PayPal's API that the product uses. Amounts are integer cents, instants epoch ms, and missing values null. */
export function createPayPal(config: Config, now: number) {
  const { paypal: account, appUrl } = config;
  if (account === null) return null;
  const connection = connect(account, now);
  const { get, post } = connection;
  return {
    clientId: account.clientId,
    sdkUrl: account.sdkUrl,
    plans: account.plans,
    ...subscriptionsAt(connection, appUrl),
    ...paymentsAt(connection, appUrl),

    readPlan: (id: string) => get("read plan", `/v1/billing/plans/${encodeURIComponent(id)}`, planAnswer),

    /** The webhook whose signatures we accept; null if PayPal doesn't know it. */
    readWebhook: () =>
      get("read webhook", `/v1/notifications/webhooks/${encodeURIComponent(account.webhookId)}`, webhookAnswer),

    /** Sends the body back byte for byte, because its checksum was signed. PayPal refuses a malformed signature, which counts as false. */
    async verifyWebhook(signature: WebhookSignature, body: string): Promise<boolean> {
      const question = JSON.stringify({ ...signature, webhook_id: account.webhookId });
      try {
        const answer = await post("verify webhook", "/v1/notifications/verify-webhook-signature", {
          body: `${question.slice(0, -1)},"webhook_event":${body}}`,
          schema: verification,
        });
        return answer?.verification_status === "SUCCESS";
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return false;
      }
    },
  };
}

export type PayPal = NonNullable<ReturnType<typeof createPayPal>>;
