import { newId } from "./ids.ts";

/** The base of links in PayPal's own events; we never follow them. */
export const PAYPAL_API = "https://api-m.sandbox.paypal.com";

export type PayPalEvent = {
  id: string;
  event_version: "1.0";
  create_time: string;
  resource_type: string;
  resource_version: "1.0" | "2.0";
  event_type: string;
  summary: string;
  resource: Record<string, unknown>;
  links: { href: string; rel: string; method: string }[];
};

export type NewEvent = { type: string; summary: string; resource: Record<string, unknown>; at: number };

/** What happened, and the subscription or order it's about. */
export type Emit = (about: string, event: NewEvent) => void;

const RESOURCES: [prefix: string, type: string, version: PayPalEvent["resource_version"]][] = [
  ["BILLING.SUBSCRIPTION.", "subscription", "2.0"],
  ["BILLING.PLAN.", "plan", "2.0"],
  ["PAYMENT.SALE.REFUNDED", "refund", "1.0"],
  ["PAYMENT.SALE.", "sale", "1.0"],
  ["PAYMENT.CAPTURE.REFUNDED", "refund", "2.0"],
  ["PAYMENT.CAPTURE.", "capture", "2.0"],
  ["CHECKOUT.ORDER.", "checkout-order", "2.0"],
  ["CUSTOMER.DISPUTE.", "dispute", "1.0"],
  ["RISK.DISPUTE.", "dispute", "1.0"],
];

export function createEvent({ type, summary, resource, at }: NewEvent): PayPalEvent {
  const [, resourceType, version] = RESOURCES.find(([prefix]) => type.startsWith(prefix)) ?? ["", "unknown", "1.0"];
  const id = newId.event();
  const self = `${PAYPAL_API}/v1/notifications/webhooks-events/${id}`;
  return {
    id,
    event_version: "1.0",
    create_time: new Date(at).toISOString(),
    resource_type: resourceType,
    resource_version: version,
    event_type: type,
    summary,
    resource,
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/resend`, rel: "resend", method: "POST" },
    ],
  };
}
