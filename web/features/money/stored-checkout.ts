import type { PlanId } from "#domain/rules/plans.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";
import type { LeftWindow } from "./payment-window.query.ts";

export type StoredCheckout = { id: string; plan: PlanId; approvedAt: number | null; left?: LeftWindow | null };

/** Null once there's nothing more to find out. A reloaded page resumes it, even if PayPal never called the page back. */
export const { read: readStoredCheckout, write: keepCheckout } = stored(
  "open_checkout",
  (value) => (isRecord(value) && typeof value.id === "string" ? (value as StoredCheckout) : null),
  { scope: "tab", endsWith: "session" },
);
