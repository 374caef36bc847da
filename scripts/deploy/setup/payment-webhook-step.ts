import * as z from "zod";
import { type Installation, leftAsItIs, reach } from "./installation.ts";
import type { SetupStep } from "./step.ts";

/** PayPal events that the Worker applies (worker/money/paypal/sync-event.ts). */
export const EVENT_FAMILIES = [
  "BILLING.SUBSCRIPTION.",
  "PAYMENT.SALE.",
  "PAYMENT.CAPTURE.",
  "CHECKOUT.ORDER.",
  "CUSTOMER.DISPUTE.",
];

const made = z.object({ id: z.string() });
const named = z.array(z.object({ name: z.string() }));
const webhook = z.object({ id: z.string(), url: z.string(), event_types: named });

/** Creates the webhook where PayPal reports on subscriptions, orders, and payments. */
export function paymentWebhookStep(installation: Installation): SetupStep {
  const { accounts, deployment, appUrl } = installation;
  const url = `${appUrl}/api/paypal/webhook`;
  const path = "/v1/notifications/webhooks";
  const find = async () => {
    const read = {
      operation: "webhooks.list",
      method: "GET",
      path,
      schema: z.object({ webhooks: z.array(webhook) }),
    } as const;
    return (await reach(accounts, "paypal")(read))?.webhooks.find((one) => one.url === url);
  };
  /** PayPal's event types in the families that the Worker knows. */
  const readTypes = async () => {
    const read = await reach(
      accounts,
      "paypal",
    )({
      operation: "webhooks.event_types",
      method: "GET",
      path: "/v1/notifications/webhooks-event-types",
      schema: z.object({ event_types: named }),
    });
    const names = read?.event_types.map(({ name }) => name) ?? [];
    return names.filter((name) => EVENT_FAMILIES.some((family) => name.startsWith(family)));
  };
  return {
    title: "PayPal's webhook",
    makes: `add ${url}`,
    async check() {
      const left = leftAsItIs(installation, "paypal", []);
      if (left) return left;
      const found = await find();
      if (!found) return null;
      deployment.variables.PAYPAL_WEBHOOK_ID = found.id;
      const registered = found.event_types.map(({ name }) => name);
      const types = await readTypes();
      return registered.includes("*") || types.every((name) => registered.includes(name))
        ? `${url}, ${found.id}`
        : null;
    },
    async make() {
      const types = (await readTypes()).map((name) => ({ name }));
      const found = await find();
      const changed = [{ op: "replace", path: "/event_types", value: types }];
      const answer = await reach(
        accounts,
        "paypal",
      )({
        ...(found
          ? {
              operation: "webhooks.update",
              method: "PATCH" as const,
              path: `${path}/${found.id}`,
              body: JSON.stringify(changed),
            }
          : {
              operation: "webhooks.create",
              isOnce: true,
              method: "POST" as const,
              path,
              body: JSON.stringify({ url, event_types: types }),
            }),
        schema: made,
      });
      deployment.variables.PAYPAL_WEBHOOK_ID = answer?.id ?? "";
      return `${found ? "changed" : "added"} ${url}, ${answer?.id}`;
    },
  };
}
