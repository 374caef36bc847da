import type { PlanId } from "#domain/rules/plans.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";
import type { LeftWindow } from "./payment-window.query.ts";

/** A checkout that this tab has begun and that has not come to its end; `approvedAt` is in epoch milliseconds. */
export type KeptCheckout = { id: string; plan: PlanId; approvedAt: number | null; left?: LeftWindow | null };

/** Null once there is nothing more to find out. A page loaded again takes it up, and so does one that PayPal never called back. */
export const { read: readKeptCheckout, write: keepCheckout } = stored(
  "open_checkout",
  (value) => (isRecord(value) && typeof value.id === "string" ? (value as KeptCheckout) : null),
  { scope: "tab", endsWith: "session" },
);
