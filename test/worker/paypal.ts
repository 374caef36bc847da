import { onTestFinished, vi } from "vitest";
import { payPalClient } from "#sandbox/paypal/paypal-client.ts";
import { sandboxUrl } from "./sandbox.ts";

/** The sandbox's PayPal: actions of buyers and PayPal, and faults. */
export const paypal = payPalClient(sandboxUrl);

/** Answers a path in PayPal's place for this test; a fault without a subject would hit the calls of every file. */
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
