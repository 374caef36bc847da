import { inject } from "vitest";
import { payPalClient } from "#sandbox/paypal/paypal-client.ts";

/** PayPal as the sandbox plays it: what a buyer, PayPal or its trouble can do. */
export const paypal = payPalClient(inject("sandboxUrl"));
