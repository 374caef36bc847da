import type { LedgerEntry, MoneyMonth } from "#domain/contract/money/ledger.ts";
import { formatDate, formatMoney } from "#domain/formats.ts";
import { PLAN_NAMES } from "#domain/words.ts";
import type { StateLook } from "../../ui/state-badge.tsx";

/** What isn't known, or counts in no sum. */
export const NOT_KNOWN = "–";

export const planText = ({ isGift, plan }: LedgerEntry) => (isGift ? `Gift, ${PLAN_NAMES[plan]}` : PLAN_NAMES[plan]);

/** PayPal's words for how a dispute ends; each other one says only that it's closed. */
const RESULTS: Record<string, string> = {
  RESOLVED_BUYER_FAVOUR: "Dispute lost",
  RESOLVED_SELLER_FAVOUR: "Dispute won",
};

function disputeLook({ dispute }: LedgerEntry): StateLook | null {
  if (dispute === null) return null;
  const { openedAt, closedAt, result } = dispute;
  if (closedAt === null) return { label: `Disputed ${formatDate(openedAt)}`, tone: "red" };
  return { label: `${RESULTS[result ?? ""] ?? "Dispute closed"} ${formatDate(closedAt)}`, tone: "grey" };
}

/** What there is to say of an entry besides its amounts; nothing of a plain payment. */
export const entryLooks = (entry: LedgerEntry): StateLook[] =>
  [refundLook(entry), disputeLook(entry)].filter((look) => look !== null);

function refundLook(entry: LedgerEntry): StateLook | null {
  const { kind, state, amountCents, refundedCents, currency } = entry;
  if (state === "requested") return { label: "Refund requested", tone: "yellow" };
  if (state === "refused") return { label: "Refund refused by PayPal", tone: "red" };
  if (kind === "reversal") return { label: "Reversal", tone: "red" };
  if (kind === "refund") return { label: "Refund", tone: "orange" };
  if (refundedCents === 0) return null;
  const isWhole = refundedCents >= amountCents;
  return { label: isWhole ? "Refunded" : `${formatMoney(refundedCents, currency)} refunded`, tone: "grey" };
}

export const feeText = ({ kind, feeCents, currency }: LedgerEntry) =>
  kind === "payment" && feeCents !== null ? formatMoney(feeCents, currency) : NOT_KNOWN;

export const netText = ({ state, amountCents, feeCents, currency }: LedgerEntry) =>
  state === "made" ? formatMoney(amountCents - (feeCents ?? 0), currency) : NOT_KNOWN;

/** "4.2%" */
export const churnText = ({ churn }: MoneyMonth) => (churn === null ? NOT_KNOWN : `${(100 * churn).toFixed(1)}%`);
