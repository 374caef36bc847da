import { Resend } from "resend";
import { createCaller } from "#worker/kernel/paypal/call-paypal.ts";
import { defaultOf } from "../settings.ts";

type Environment = Record<string, string | undefined>;

export function openResend({ RESEND_BASE_URL }: Environment, key: string | undefined): Resend | null {
  return key ? new Resend(key, RESEND_BASE_URL ? { baseUrl: RESEND_BASE_URL } : {}) : null;
}

export function openPayPal(
  { PAYPAL_BASE_URL }: Environment,
  clientId: string | undefined,
  clientSecret: string | undefined,
) {
  if (!clientId || !clientSecret) return null;
  const baseUrl = PAYPAL_BASE_URL || defaultOf("PAYPAL_BASE_URL");
  const plans = { monthly: "", annual: "", quarterly: null };
  return createCaller({ baseUrl, sdkUrl: "", clientId, clientSecret, webhookId: "", plans }, Date.now());
}
