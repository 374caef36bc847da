import { vi } from "vitest";
import { createPayPal } from "#sandbox/paypal/paypal.ts";
import { payPalClient } from "#sandbox/paypal/paypal-client.ts";
import { SANDBOX_VARS } from "#sandbox/worker-vars.ts";
import { applyAccessChanges } from "#worker/access/apply-access-changes.ts";
import { type Ctx, createContext } from "#worker/kernel/context.ts";
import type { Env } from "#worker/kernel/env.ts";
import { AppError } from "#worker/kernel/errors.ts";
import { settleOpenOrders } from "#worker/money/gifts/pay-gift.ts";
import { placeWaitingGifts } from "#worker/money/gifts/place-gifts.ts";
import { takeWebhook } from "#worker/money/paypal/take-webhook.ts";
import { reconcile } from "#worker/money/subscriptions/reconcile.ts";
import { sqliteD1 } from "./sqlite-d1.ts";

const PAYPAL_URL = "http://paypal.test";
const VARIABLES = {
  ...SANDBOX_VARS,
  APP_URL: "http://localhost:8787",
  APP_SECRET: "a-secret-that-only-the-tests-know-0123456789",
  ADMIN_PASSWORD: "an-admin-password-for-tests",
  RESEND_API_KEY: "re_test",
  PAYPAL_BASE_URL: PAYPAL_URL,
};
/** The sandbox keeps its whole history, so a new one starts after this many lives. */
const LIVES_OF_A_SANDBOX = 100;

const clock = { now: 0 };
const newPayPal = () => createPayPal({ now: () => clock.now, webhookUrl: null, documents: null }).routes;
let routes = newPayPal();
let lives = 0;

/**
 * The product's use cases and PayPal's sandbox in one process on one clock. The Worker's own client calls the sandbox's
 * own routes; nothing is mocked.
 */
export function openHouse() {
  const { d1, exec, rows } = sqliteD1();
  const env = { ...VARIABLES, DB: d1 } as unknown as Env;
  // Emails are written but not sent: the dispatcher can't give any a start.
  exec("insert or replace into dispatcher (id) values (1)");
  exec("create trigger no_start before update on dispatcher begin select raise(ignore); end");
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(PAYPAL_URL)) throw new Error(`Nothing but PayPal is asked here: ${request.url}`);
    return routes.request(request);
  });
  const payPal = payPalClient(PAYPAL_URL);

  const work = async <T>(use: (ctx: Ctx) => Promise<T>): Promise<T> => {
    const deferred: Promise<unknown>[] = [];
    const defer = (later: Promise<unknown>) => void deferred.push(later);
    try {
      return await use(createContext(env, { now: clock.now, requestId: crypto.randomUUID(), defer }));
    } finally {
      await Promise.all(deferred);
    }
  };

  return {
    clock,
    rows,
    payPal,
    work,
    /** Whether a use case succeeded; only a rejection returns false, other errors end the test. */
    attempt: async (use: (ctx: Ctx) => Promise<unknown>): Promise<boolean> => {
      try {
        await work(use);
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },
    /** Delivers an event's webhook, signed by PayPal. */
    report: async (eventId: string) => {
      const { body, headers } = await payPal.signedEvent(eventId);
      const signature = {
        auth_algo: headers["paypal-auth-algo"],
        cert_url: headers["paypal-cert-url"],
        transmission_id: headers["paypal-transmission-id"],
        transmission_sig: headers["paypal-transmission-sig"],
        transmission_time: headers["paypal-transmission-time"],
      };
      await work((ctx) => takeWebhook(ctx, { signature, body, network: "198.51.100.7" }));
    },
    tick: () => work((ctx) => applyAccessChanges(ctx, { tickAt: ctx.now })),
    /** The hourly cron's work on payments. */
    hour: () =>
      work(async (ctx) => {
        await settleOpenOrders(ctx);
        await reconcile(ctx);
        await placeWaitingGifts(ctx);
      }),
    /** Runs one life from an instant, and removes it afterwards. */
    live: async (from: number, life: () => Promise<void>) => {
      lives += 1;
      if (lives % LIVES_OF_A_SANDBOX === 0) routes = newPayPal();
      clock.now = from;
      exec("savepoint life");
      try {
        await life();
      } finally {
        exec("rollback to life; release life");
      }
    },
  };
}
export type House = ReturnType<typeof openHouse>;
