import type { LedgerEntry, LedgerPage, MoneyMonth } from "#domain/contract/money/ledger.ts";

export const PAID: LedgerEntry = {
  id: "8AB12345CD678901E",
  at: "2026-11-20T15:00:00.000Z",
  kind: "payment",
  state: "made",
  paymentId: "8AB12345CD678901E",
  refundId: null,
  plan: "monthly",
  isGift: false,
  payer: { memberId: "m1", name: "Ana Lopez", email: "ana@daybolt.test" },
  currency: "USD",
  amountCents: 999,
  feeCents: 84,
  refundedCents: 0,
  dispute: null,
};

export const LEDGER: LedgerPage = { entries: [PAID], next: null, firstMonth: "2026-09", sums: null };

export const MONTH: MoneyMonth = {
  month: "2026-11",
  isRunning: true,
  grossCents: 10_000,
  refundedCents: 999,
  feeCents: 500,
  unknownFees: 3,
  gifts: 2,
  members: 12,
  byType: { monthly: 6, quarterly: 0, annual: 3, gift: 1, trial: 2 },
  payingBefore: 8,
  started: 3,
  lost: 1,
  churn: 0.125,
  mrrCents: 7994,
  trialsBegun: 4,
  trialsPaid: 2,
};
