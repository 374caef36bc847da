import type { PlanId } from "#domain/rules/plans.ts";
import { keep, readKept } from "../../lib/tab-storage.ts";
import type { LeftWindow } from "./payment-window.query.ts";

/** A checkout that this tab has begun and that has not come to its end; `approvedAt` is in epoch milliseconds. */
export type KeptCheckout = { id: string; plan: PlanId; approvedAt: number | null; left?: LeftWindow | null };

const KEY = "open_checkout";

/** A page loaded again takes it up, and so does one that PayPal never called back. */
export function readKeptCheckout(): KeptCheckout | null {
  return JSON.parse(readKept(KEY) ?? "null") as KeptCheckout | null;
}

/** Null once there is nothing more to find out. */
export function keepCheckout(checkout: KeptCheckout | null): void {
  keep(KEY, checkout && JSON.stringify(checkout));
}
