import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import type { PayPalOperation } from "../paypal-faults.ts";

/** Kept outside the repository, because they aren't ours to publish. */
export const PAYPAL_DOCUMENTS = process.env.PAYPAL_DOCUMENTS ?? "../shared/fixtures/paypal";

type Document = "billing_subscriptions_v1" | "checkout_orders_v2" | "notifications_webhooks_v1";
type Place = [document: Document, method: "get" | "post" | "patch", path: string];

const SUBSCRIPTIONS = "/v1/billing/subscriptions";
const ORDERS = "/v2/checkout/orders";
const NOTIFICATIONS = "/v1/notifications";

const PLACES: Partial<Record<PayPalOperation, Place>> = {
  "plans.create": ["billing_subscriptions_v1", "post", "/v1/billing/plans"],
  "plans.list": ["billing_subscriptions_v1", "get", "/v1/billing/plans"],
  "plans.get": ["billing_subscriptions_v1", "get", "/v1/billing/plans/{id}"],
  "subscriptions.create": ["billing_subscriptions_v1", "post", SUBSCRIPTIONS],
  "subscriptions.get": ["billing_subscriptions_v1", "get", `${SUBSCRIPTIONS}/{id}`],
  "subscriptions.cancel": ["billing_subscriptions_v1", "post", `${SUBSCRIPTIONS}/{id}/cancel`],
  "subscriptions.transactions": ["billing_subscriptions_v1", "get", `${SUBSCRIPTIONS}/{id}/transactions`],
  "orders.create": ["checkout_orders_v2", "post", ORDERS],
  "orders.get": ["checkout_orders_v2", "get", `${ORDERS}/{id}`],
  "orders.capture": ["checkout_orders_v2", "post", `${ORDERS}/{id}/capture`],
  "webhooks.verify": ["notifications_webhooks_v1", "post", `${NOTIFICATIONS}/verify-webhook-signature`],
  "webhooks.create": ["notifications_webhooks_v1", "post", `${NOTIFICATIONS}/webhooks`],
  "webhooks.get": ["notifications_webhooks_v1", "get", `${NOTIFICATIONS}/webhooks/{webhook_id}`],
  "webhooks.list": ["notifications_webhooks_v1", "get", `${NOTIFICATIONS}/webhooks`],
  "webhooks.update": ["notifications_webhooks_v1", "patch", `${NOTIFICATIONS}/webhooks/{webhook_id}`],
  "webhooks.events": ["notifications_webhooks_v1", "get", `${NOTIFICATIONS}/webhooks-events`],
  "webhooks.event_types": ["notifications_webhooks_v1", "get", `${NOTIFICATIONS}/webhooks-event-types`],
};

/** Responses that the documents don't list, with schemas that they do have. */
const SHAPES: Partial<Record<PayPalOperation, [Document, string]>> = {
  "captures.get": ["checkout_orders_v2", "capture"],
  "captures.refund": ["checkout_orders_v2", "refund"],
};

/** PayPal's OpenAPI documents; null if their folder is missing. Each check returns the problem, or null. */
export function readPayPalDocuments(folder: string) {
  if (!existsSync(join(folder, "billing_subscriptions_v1.json"))) return null;
  // OpenAPI's own keywords and formats aren't JSON Schema's, and some patterns are invalid with the Unicode flag.
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
  const read = new Map<Document, unknown>();
  const validators = new Map<string, ValidateFunction>();

  const load = (document: Document) => {
    const known = read.get(document);
    if (known) return known;
    const text = JSON.parse(readFileSync(join(folder, `${document}.json`), "utf8"));
    ajv.addSchema(text, document);
    read.set(document, text);
    return text;
  };

  const check = (document: Document, pointer: string[], value: unknown): string | null => {
    const place = placeOf(load(document), pointer);
    if (place === null) return value === undefined ? null : `${document} has no ${pointer.join(" ")}`;
    const escaped = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const $ref = `${document}#/${escaped.join("/")}`;
    const validate = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validate);
    return validate(value) ? null : `${pointer.join(" ")}: ${ajv.errorsText(validate.errors, { dataVar: "" })}`;
  };

  const json = ["content", "application/json", "schema"];

  return {
    request(operation: PayPalOperation, body: unknown): string | null {
      const place = PLACES[operation];
      if (!place || place[1] === "get") return null;
      const [document, method, path] = place;
      return check(document, ["paths", path, method, "requestBody", ...json], body);
    },
    answer(operation: PayPalOperation, status: number, body: unknown): string | null {
      const shape = SHAPES[operation];
      if (shape && status < 300) return check(shape[0], ["components", "schemas", shape[1]], body);
      const place = PLACES[operation];
      if (!place) return null;
      const [document, method, path] = place;
      // The documents' lists of issues for a 400 omit many that PayPal uses.
      if (status === 400) return check(document, ["components", "schemas", "error_400"], body);
      const responses = ["paths", path, method, "responses"];
      const isListed = placeOf(load(document), [...responses, String(status)]) !== null;
      return check(document, [...responses, isListed ? String(status) : "default", ...json], body);
    },
    /** Checks a value against one of the documents' named schemas. */
    shape: (document: Document, name: string, value: unknown) =>
      check(document, ["components", "schemas", name], value),
  };
}

export type PayPalDocuments = NonNullable<ReturnType<typeof readPayPalDocuments>>;

/** The target of a pointer after following references along the way; null if there is none. */
function placeOf(root: unknown, pointer: string[]): string[] | null {
  let place: string[] = [];
  for (const key of pointer) {
    place = [...place, key];
    const value = valueAt(root, place);
    if (value === undefined) return null;
    const ref = (value as { $ref?: unknown }).$ref;
    if (typeof ref === "string") place = ref.slice("#/".length).split("/");
  }
  return place;
}

const valueAt = (root: unknown, place: string[]): unknown =>
  place.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
