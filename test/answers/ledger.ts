import type { LedgerEntry, LedgerPage } from "#domain/contract/money/ledger.ts";

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
};

export const LEDGER: LedgerPage = { entries: [PAID], next: null, firstMonth: "2026-09", sums: null };
