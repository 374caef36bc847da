/** Offered before a refund; "Other" wants text. Stored as they read. */
export const REFUND_REASONS = [
  "Asked within 48 hours",
  "Charged twice",
  "Charged by mistake",
  "Not satisfied",
] as const;

/** What becomes of access once the rest of a payment is refunded, which also cancels the subscription. */
export const REFUND_EFFECTS = ["ends_access", "keeps_access", "over"] as const;
export type RefundEffect = (typeof REFUND_EFFECTS)[number];

type Refundable = {
  /** Whether no later payment of its subscription is known. */
  isLast: boolean;
  /** Whether the subscription gives access now. */
  isOpen: boolean;
};

/** Only the payment for the current period carries access. */
export function refundEffect({ isLast, isOpen }: Refundable): RefundEffect {
  if (!isOpen) return "over";
  return isLast ? "ends_access" : "keeps_access";
}

/** "4", "4.5", "$4.50" in cents; null for anything that isn't an amount between one cent and what's left. */
export function refundCents(text: string, leftCents: number): number | null {
  const [, whole, decimals = ""] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  return cents > 0 && cents <= leftCents ? cents : null;
}
