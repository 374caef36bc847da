import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { alarmRoutes } from "./alarms.routes.ts";
import { cloudflareRoutes } from "./cloudflare/cloudflare.routes.ts";
import { dnsRoutes } from "./dns.routes.ts";
import { createFaults, faultRoutes } from "./faults.ts";
import { inboundRoutes } from "./inbound/inbound.routes.ts";
import { outboxRoutes } from "./outbox/outbox.routes.ts";
import { createOutbox } from "./outbox/outbox.ts";
import { outboxPageRoutes } from "./outbox/page/outbox-page.routes.ts";
import type { PastPurchases } from "./paypal/account/past-purchases.ts";
import type { PayPalDocuments } from "./paypal/documents/documents.ts";
import { createPayPal } from "./paypal/paypal.ts";
import { pushRoutes } from "./push/push.routes.ts";
import { mailEventRoutes } from "./resend/mail-event.routes.ts";
import { createMailEvents } from "./resend/mail-events.ts";
import { resendRoutes } from "./resend/resend.routes.ts";
import { resendErrorResponse } from "./resend/resend-errors.ts";
import { turnstileRoutes } from "./turnstile/turnstile.routes.ts";

export type SandboxOptions = {
  /** Milliseconds since the epoch; used for the 24 h of idempotency keys and the rate limit's windows. */
  now?: () => number;
  /** Emails whose bodies stay readable; older ones keep only recipient, key, subject, and hash. */
  bodiesKept?: number;
  /** A folder where emails and idempotency keys outlive this sandbox. By default they don't. */
  keptIn?: string;
  /** Requests per second that the Resend side allows before it returns 429. */
  resendRate?: number;
  resendTakesMs?: number;
  /** Waits for that time, or for a fault's delay; in real time by default. */
  wait?: (ms: number) => Promise<void>;
  /** The one verified domain. By default, whatever domain sends is verified. */
  resendDomain?: string;
  /** Where PayPal's events go. By default they're only recorded. */
  webhookUrl?: string;
  /** The Worker that gets incoming emails and email events. By default it gets none. */
  workerUrl?: string;
  /** PayPal's OpenAPI documents. If given, every call of its API and every response is validated against them. */
  payPalDocuments?: PayPalDocuments | null;
  /** What was bought at PayPal before this start. Its events are held until they're released. */
  pastPurchases?: PastPurchases | undefined;
};

/** `stop` ends background work: PayPal events still being delivered. */
export function createSandbox(options: SandboxOptions = {}): { app: Hono; stop: () => void } {
  const now = options.now ?? Date.now;
  const { keptIn } = options;
  const outbox = createOutbox({ now, bodiesKept: options.bodiesKept ?? 500, keptIn });
  const faults = createFaults();
  const mailEvents = createMailEvents({ now, workerUrl: options.workerUrl ?? null });

  const payPal = createPayPal({
    now,
    webhookUrl: options.webhookUrl ?? null,
    documents: options.payPalDocuments ?? null,
    past: options.pastPurchases,
  });

  const app = new Hono()
    .get("/health", (c) => c.json({ ok: true }))
    .route("/", outboxPageRoutes(outbox, faults))
    .route("/outbox", outboxRoutes(outbox))
    .route("/outbox", mailEventRoutes(outbox, mailEvents))
    .route("/faults", faultRoutes(faults))
    .route("/", inboundRoutes({ now, workerUrl: options.workerUrl ?? null }))
    .route("/", alarmRoutes({ now }))
    .route("/", pushRoutes({ now }))
    .route("/client/v4", cloudflareRoutes(now))
    .route("/", dnsRoutes)
    .route("/", payPal.routes)
    .route("/", turnstileRoutes())
    .route(
      "/",
      resendRoutes({
        mailEvents,
        now,
        keptIn,
        outbox,
        faults,
        rate: options.resendRate ?? 1000,
        takesMs: options.resendTakesMs ?? 0,
        wait: options.wait ?? ((ms) => sleep(ms, undefined, { ref: false })),
        verifiedDomain: options.resendDomain,
      }),
    )
    .notFound(() => resendErrorResponse("not_found"))
    .onError((error) => {
      console.error(error);
      return resendErrorResponse("internal_server_error");
    });
  return { app, stop: payPal.stop };
}
