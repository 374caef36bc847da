import { Hono } from "hono";
import type { SandboxEnv } from "../hang-up.ts";
import { createAccount } from "./account/account.ts";
import { type PastPurchases, recall } from "./account/past-purchases.ts";
import { refusal } from "./answers.ts";
import { checkoutRoutes } from "./checkout/checkout.routes.ts";
import { controlRoutes } from "./control/control.routes.ts";
import { createPerform } from "./control/perform.ts";
import type { PayPalDocuments } from "./documents/documents.ts";
import { payPalPageRoutes } from "./page/paypal-page.routes.ts";
import { createPayPalFaults } from "./paypal-faults.ts";
import { PAYPAL_SANDBOX } from "./paypal-settings.ts";
import { createAccess } from "./rest/access.ts";
import { createDoor } from "./rest/call.ts";
import { capturesRoutes } from "./rest/captures.routes.ts";
import { disputesRoutes } from "./rest/disputes.routes.ts";
import { ordersRoutes } from "./rest/orders.routes.ts";
import { plansRoutes } from "./rest/plans.routes.ts";
import { reportingRoutes } from "./rest/reporting.routes.ts";
import { subscriptionListsRoutes } from "./rest/subscription-lists.routes.ts";
import { subscriptionsRoutes } from "./rest/subscriptions.routes.ts";
import { tokenRoutes } from "./rest/token.routes.ts";
import { createDeliveries } from "./webhooks/deliveries.ts";
import { eventsRoutes } from "./webhooks/events.routes.ts";
import { createSigner } from "./webhooks/signature.ts";
import { verifyRoutes } from "./webhooks/verify.routes.ts";
import { webhooksRoutes } from "./webhooks/webhooks.routes.ts";

/** Where events go if no one listens. */
const NOWHERE = "http://localhost:1/api/paypal/webhook";

const NOTHING: PastPurchases = { subscriptions: [], orders: [] };

type PayPalOptions = {
  now: () => number;
  webhookUrl: string | null;
  documents: PayPalDocuments | null;
  past?: PastPurchases | undefined;
};

/** PayPal as the product sees it: its API, its webhooks, and controls that trigger what happens there. */
export function createPayPal({ now, webhookUrl, documents, past = NOTHING }: PayPalOptions) {
  const faults = createPayPalFaults();
  const access = createAccess({ now });
  const signer = createSigner({ now, webhookId: PAYPAL_SANDBOX.webhookId });
  const deliveries = createDeliveries({ signer, url: webhookUrl });
  const account = createAccount({ now, onEvent: deliveries.add });
  // Their events wait for `release`: the product starts after the sandbox.
  for (const { id } of [...past.subscriptions, ...past.orders]) deliveries.hold(id);
  recall(account, past);
  const operation = createDoor({ now, faults, access, documents });
  const perform = createPerform({ account, deliveries });

  const routes = new Hono<SandboxEnv>()
    .route("/", tokenRoutes(operation, access))
    .route("/", plansRoutes(operation, account))
    .route("/", subscriptionListsRoutes(operation, account))
    .route("/", subscriptionsRoutes(operation, account))
    .route("/", ordersRoutes(operation, account))
    .route("/", capturesRoutes(operation, account))
    .route("/", disputesRoutes(operation, account))
    .route("/", reportingRoutes(operation, account))
    .route("/", verifyRoutes(operation, signer))
    .route("/", eventsRoutes(operation, deliveries))
    .route("/", webhooksRoutes(operation, { id: PAYPAL_SANDBOX.webhookId, url: webhookUrl ?? NOWHERE }))
    .all("/v1/*", () => refusal("RESOURCE_NOT_FOUND"))
    .all("/v2/*", () => refusal("RESOURCE_NOT_FOUND"))
    .route("/", checkoutRoutes(account))
    .route("/", payPalPageRoutes({ account, deliveries }))
    .route("/paypal/control", controlRoutes({ account, deliveries, faults, perform }));

  return { routes, stop: deliveries.stop };
}
