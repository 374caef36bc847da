import type { LedgerEntry, MoneyMonth } from "#domain/contract/money/ledger.ts";
import { formatMoney } from "#domain/formats.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import type { StateLook } from "../../ui/state-badge.tsx";

/** What isn't known, or counts in no sum. */
export const NOT_KNOWN = "–";

export const planText = ({ isGift, plan }: LedgerEntry) => (isGift ? `Gift, ${PLAN_NAMES[plan]}` : PLAN_NAMES[plan]);

/** What there is to say of an entry besides its amounts; null for a plain payment. */
export function entryLook(entry: LedgerEntry): StateLook | null {
  const { kind, state, amountCents, refundedCents, currency } = entry;
  if (state === "requested") return { label: "Refund requested", tone: "yellow" };
  if (state === "refused") return { label: "Refund refused by PayPal", tone: "red" };
  if (kind === "reversal") return { label: "Reversal", tone: "red" };
  if (kind === "refund") return { label: "Refund", tone: "orange" };
  if (refundedCents === 0) return null;
  const isWhole = refundedCents >= amountCents;
  return { label: isWhole ? "Refunded" : `${formatMoney(refundedCents, currency)} refunded`, tone: "grey" };
}

export function feeText({ kind, feeCents, currency }: LedgerEntry): string {
  if (kind !== "payment" || feeCents === null) return NOT_KNOWN;
  return formatMoney(feeCents, currency);
}

export function netText({ state, amountCents, feeCents, currency }: LedgerEntry): string {
  return state === "made" ? formatMoney(amountCents - (feeCents ?? 0), currency) : NOT_KNOWN;
}

/** "4.2%" */
export const churnText = ({ churn }: MoneyMonth) => (churn === null ? NOT_KNOWN : `${(100 * churn).toFixed(1)}%`);
