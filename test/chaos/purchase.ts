import { env } from "cloudflare:workers";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { type Ctx, createContext } from "#worker/kernel/context.ts";
import type { PayPal } from "#worker/kernel/paypal/paypal.ts";
import { syncSubscription } from "#worker/money/subscriptions/sync-subscription.ts";
import type { Others } from "./evidence.ts";
import type { Invocations } from "./invocations.ts";
import { BUYER } from "./others.ts";
import type { Stage } from "./stage.ts";

const [CHECKOUT, SUBSCRIPTION] = ["checkout", "I-CHAOS"];
const PRICE = { currency: "USD", cents: 999 };
/** PayPal reports the purchase until it's taken twice, but not for ever. */
const REPORTS = 12;
const AGAIN_AFTER_MS = 50 * SECOND_MS;

const planOf = ({ paypal }: Pick<Ctx, "paypal">) => paypal?.plans.monthly ?? "";

/** After the import's people. */
export async function moveInBuyer({ scenario: { purchase }, from }: Stage): Promise<void> {
  if (purchase === null) return;
  const { paypal } = createContext(env, { now: from, requestId: BUYER, defer: () => {} });
  await env.DB.batch([
    env.DB.prepare(`
      insert into members (id, email, email_key, subscription_type, subscription_status, access_ends_at, email_enabled,
        is_unaccepted, wake_up_since, created_at, updated_at)
      values (?1, ?1 || '@chaos.test', ?1 || '@chaos.test', 'monthly', 'active', ?2, 0, 1, ?3, ?3, ?3)`).bind(
      BUYER,
      from + DAY_MS,
      from,
    ),
    env.DB.prepare(
      "insert into invitations (member_id, import_id, row, is_unsubscribed) values (?, 'import', 1000, 0)",
    ).bind(BUYER),
    env.DB.prepare(`
      insert into checkouts (id, plan, plan_id, price_cents, currency, email, email_key, nonce_hash, subscription_id, created_at)
      select ?1, 'monthly', ?2, ?3, ?4, email, email_key, '', ?5, ?6 from members where id = ?7`).bind(
      CHECKOUT,
      planOf({ paypal }),
      PRICE.cents,
      PRICE.currency,
      SUBSCRIPTION,
      from,
      BUYER,
    ),
  ]);
}

/** PayPal as the buyer left it. */
function payPalSince(at: number, ctx: Ctx): PayPal {
  const read: Awaited<ReturnType<PayPal["readSubscription"]>> = {
    id: SUBSCRIPTION,
    status: "ACTIVE",
    plan_id: planOf(ctx),
    custom_id: CHECKOUT,
    start_time: at,
    create_time: at,
    billing_info: {
      last_payment: { amount: PRICE, time: at },
      next_billing_time: at + 30 * DAY_MS,
      failed_payments_count: 0,
    },
  };
  const list = [{ id: "sale", time: at, amount_with_breakdown: { gross_amount: PRICE } }];
  return { ...ctx.paypal, readSubscription: async () => read, listTransactions: async () => list } as unknown as PayPal;
}

/** The visitor pays as the scenario says. Each report of it is an invocation that can die. */
export function simulatePurchase({ scenario: { purchase }, from, time, note }: Stage, { invoke }: Invocations): void {
  if (purchase === null) return;
  const at = from + purchase * MINUTE_MS + 11 * SECOND_MS;

  async function report(reports: number, taken: number): Promise<void> {
    note("PayPal reports the purchase");
    const ending = await invoke("a purchase's report", (bindings, { waitUntil: defer }) => {
      const ctx = createContext(bindings, { now: Date.now(), requestId: BUYER, defer });
      return syncSubscription({ ...ctx, paypal: payPalSince(at, ctx) }, SUBSCRIPTION);
    });
    const takenNow = taken + (ending === "done" ? 1 : 0);
    if (takenNow < 2 && reports < REPORTS)
      time.at(Date.now() + AGAIN_AFTER_MS, () => void report(reports + 1, takenNow));
  }
  time.at(at, () => void report(1, 0));
}

export async function readPurchase(): Promise<Others["bought"]> {
  const [bought = null] = await rowsOf(
    `select m.access_ends_at as accessEndsAt, m.is_unaccepted = 1 and i.accepted_at is null as isOpen,
      (select count(*) from subscriptions) as subscriptions, (select count(*) from sessions where member_id = m.id) as sessions
     from members m join invitations i on i.member_id = m.id where m.id = ?`,
    BUYER,
  );
  return bought as unknown as Others["bought"];
}
