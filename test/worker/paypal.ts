import { onTestFinished, vi } from "vitest";
import { payPalClient } from "#sandbox/paypal/paypal-client.ts";
import { sandboxUrl } from "./sandbox.ts";

/** PayPal as the sandbox plays it: what a buyer, PayPal or its trouble can do. */
export const paypal = payPalClient(sandboxUrl);

/** Answers a path in PayPal's place, for this test alone: a fault about no subject meets the calls of every file of the run. */
export function answerForPayPal(path: string, status: number) {
  const ask = globalThis.fetch.bind(globalThis);
  const spy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((input, init) =>
      String(input).includes(path) ? Promise.resolve(new Response("{}", { status })) : ask(input, init),
    );
  onTestFinished(() => spy.mockRestore());
  return spy;
}
