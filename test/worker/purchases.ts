import type { ConfirmCheckoutResponse, StartCheckoutResponse } from "#domain/contract/money/checkout.ts";
import { sandboxClient } from "#sandbox/sandbox-client.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { rowsOf, uniqueAddress } from "./factories.ts";
import { cookieOf } from "./media-pass.ts";
import { type RequestOptions, request, requestWith } from "./request.ts";
import { sandboxUrl } from "./sandbox.ts";

export const payPal = sandboxClient(sandboxUrl).paypal;

type Buying = {
  plan?: "monthly" | "annual";
  email?: string;
  token?: string;
  requestId?: string;
  consentText?: string;
  /** What the page sends of the hour; anything, to see what a bad answer does. */
  wakeUp?: { emailTime?: unknown; timezone?: unknown };
};

/** Starts a checkout like the page; `cookie` is what the browser keeps of it. */
export async function startCheckout({ plan = "monthly", email, token, requestId, consentText, wakeUp }: Buying = {}) {
  const visitor = token === undefined ? { email: email ?? uniqueEmail() } : {};
  const json = { requestId: requestId ?? crypto.randomUUID(), plan, consent: true, consentText, ...wakeUp, ...visitor };
  const options = { json, address: uniqueAddress(), ...(token === undefined ? {} : { token }) };
  const response = await request("/api/checkout", options);
  const set = cookieOf(response);
  const body = await response.json<StartCheckoutResponse & { error?: string }>();
  return { response, ...body, ...visitor, cookie: set ? `${set.name}=${set.value}` : "" };
}

export async function confirm(checkoutId: string, options: RequestOptions & { cookie?: string } = {}) {
  const { cookie, ...rest } = options;
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const path = `/api/checkout/${checkoutId}/confirm`;
  const response = await request(path, { method: "POST", address: uniqueAddress(), headers, ...rest });
  return { status: response.status, ...(await response.json<ConfirmCheckoutResponse>()) };
}

/** Confirms again, as the page does: PayPal is asked at most once every two seconds. */
export function confirmAgain(checkoutId: string, options: RequestOptions & { cookie?: string } = {}) {
  return confirm(checkoutId, { now: Date.now() + 2500, ...options });
}

/** A checkout approved and confirmed by its buyer: a visitor, who is logged in by it, or a member with a session. */
export async function buy(buying: Buying = {}) {
  const started = await startCheckout(buying);
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const { token } = buying;
  const confirmed = await confirm(started.checkoutId, token === undefined ? { cookie: started.cookie } : { token });
  const [row] = await rowsOf("select member_id from subscriptions where id = ?", started.subscriptionId);
  return { ...started, ...confirmed, memberId: String(row?.member_id) };
}

/** Delivers an event to the product like PayPal: the last one of a type about a subscription. */
export async function report(about: string, type: string, options: RequestOptions = {}, bindings = {}) {
  const event = (await payPal.events(about)).findLast((one) => one.type === type);
  if (!event) throw new Error(`PayPal has reported nothing of ${type}.`);
  const { body, headers } = await payPal.signedEvent(event.id);
  const answer = await requestWith(bindings, "/api/paypal/webhook", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    address: uniqueAddress(),
    ...options,
  });
  return { status: answer.status, eventId: event.id };
}

export async function accessEndOf(memberId: string): Promise<number | null> {
  const [member] = await rowsOf("select access_ends_at from members where id = ?", memberId);
  return (member?.access_ends_at as number | null) ?? null;
}
