import type { SandboxOptions } from "../app.ts";
import { sandboxUnderTest } from "../sandbox-under-test.ts";
import { PAYPAL_DOCUMENTS, readPayPalDocuments } from "./documents/documents.ts";
import { PAYPAL_SANDBOX } from "./paypal-settings.ts";

const { clientId, clientSecret, plans } = PAYPAL_SANDBOX;

/** Null if they're missing. Every response in a test is checked against them. */
export const payPalDocuments = readPayPalDocuments(PAYPAL_DOCUMENTS);

type Wanted = { planId?: string; startTime?: string; customId?: string };

/** A sandbox for one test, called like PayPal's API. */
export async function payPalUnderTest(options: SandboxOptions = {}) {
  const sandbox = await sandboxUnderTest({ payPalDocuments, ...options });

  const token = (secret: string = clientSecret) =>
    fetch(`${sandbox.url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });

  /** Calls PayPal's API with a new token, so the sandbox's clock can't expire it; a POST if there's a body. */
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const { access_token } = await (await token()).json();
    const answer = await fetch(sandbox.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${access_token}`,
        prefer: "return=representation",
        "content-type": "application/json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are compared with literals
    const json: any = text.startsWith("{") ? JSON.parse(text) : null;
    return { status: answer.status, headers: answer.headers, text, json };
  };

  const subscribe = async ({ planId = plans.monthly, startTime, customId = "checkout-1" }: Wanted = {}) => {
    const created = await call("/v1/billing/subscriptions", {
      plan_id: planId,
      custom_id: customId,
      ...(startTime === undefined ? {} : { start_time: startTime }),
    });
    return created.json.id as string;
  };

  return {
    ...sandbox,
    token,
    call,
    /** A new subscription's ID; `buy` also has the buyer approve it. */
    subscribe,
    buy: async (wanted: Wanted = {}) => {
      const id = await subscribe(wanted);
      await sandbox.paypal.control({ action: "approve", id });
      return id;
    },
    /** A subscription with everything that PayPal returns. */
    read: async (id: string) => (await call(`/v1/billing/subscriptions/${id}?fields=last_failed_payment,plan`)).json,
    eventTypes: async (about: string) => (await sandbox.paypal.events(about)).map(({ type }) => type),
  };
}
