import * as z from "zod";
import { GRANT_PLANS } from "../../rules/access.ts";
import { calendarDate, instant } from "../fields.ts";

const LEDGER_STATES = ["refunded", "disputed"] as const;

/** What Payments shows. `q`: the beginning of a name or email, or a whole email or PayPal ID. */
export const ledgerFilter = z
  .object({
    q: z.string().trim().max(254, "Search must be at most 254 characters"),
    month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Choose a month"),
    plan: z.enum([...GRANT_PLANS, "gift"], "Choose a plan"),
    state: z.enum(LEDGER_STATES, "Choose a state"),
  })
  .partial();
export type LedgerFilter = z.infer<typeof ledgerFilter>;

export const ledgerRequest = ledgerFilter.extend({ cursor: z.string().max(200).optional() });
export type LedgerRequest = z.infer<typeof ledgerRequest>;

const ledgerEntry = z.object({
  id: z.string(),
  /** When it was paid or refunded; for a refund that PayPal hasn't made, when it was requested. */
  at: instant,
  kind: z.enum(["payment", "refund", "reversal"]),
  /** A refund that PayPal hasn't made yet, or has refused, is in no sum. */
  state: z.enum(["made", "requested", "refused"]),
  paymentId: z.string(),
  /** PayPal's ID of a refund; null if it didn't say. */
  refundId: z.string().nullable(),
  plan: z.enum(GRANT_PLANS),
  isGift: z.boolean(),
  /** Who paid: the member, or a gift's giver, who has no ID. Empty once their data is deleted. */
  payer: z.object({ memberId: z.string().nullable(), name: z.string(), email: z.string() }),
  currency: z.string(),
  /** Less than nothing for a refund. */
  amountCents: z.int(),
  /** Null if PayPal hasn't reported it. */
  feeCents: z.int().nullable(),
  /** What was refunded of a payment so far. */
  refundedCents: z.int(),
  /** A payment's latest dispute. The result is PayPal's word for it; null while it's open. */
  dispute: z.object({ openedAt: instant, closedAt: instant.nullable(), result: z.string().nullable() }).nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

const moneySums = {
  grossCents: z.int(),
  refundedCents: z.int(),
  feeCents: z.int(),
  unknownFees: z.int(),
};

/** `GET /api/admin/payments`: newest first. A page may be short, or empty, with more to follow. */
export const ledgerPage = z.object({
  entries: z.array(ledgerEntry),
  next: z.string().nullable(),
  /** The month of the first payment; null without one. */
  firstMonth: z.string().nullable(),
  /** The month's sums, if the month is the only filter. */
  sums: z.object(moneySums).nullable(),
});
export type LedgerPage = z.infer<typeof ledgerPage>;

const orUnknown = z.int().nullable();

/** Figures by month, as `domain/rules/money-months.ts` defines them. Null is what wasn't recorded then. */
const moneyMonth = z.object({
  month: z.string(),
  isRunning: z.boolean(),
  ...moneySums,
  /** Gifts bought. */
  gifts: z.int(),
  /** With access at the end, and by type. */
  members: orUnknown,
  byType: z.object({ monthly: z.int(), quarterly: z.int(), annual: z.int(), gift: z.int(), trial: z.int() }).nullable(),
  /** With paid access when the month began. */
  payingBefore: orUnknown,
  started: orUnknown,
  lost: orUnknown,
  /** Lost as a share of `payingBefore`; also null if that's no one. */
  churn: z.number().nullable(),
  mrrCents: orUnknown,
  trialsBegun: orUnknown,
  trialsPaid: orUnknown,
});
export type MoneyMonth = z.infer<typeof moneyMonth>;

/** `GET /api/admin/payments/months`: newest first, back to the first payment. */
export const moneyMonths = z.object({ months: z.array(moneyMonth) });
export type MoneyMonths = z.infer<typeof moneyMonths>;

export const cohortRef = ledgerFilter.pick({ month: true }).required();
export const comparedRef = z.object({ date: calendarDate });

/** `GET /api/admin/payments/cohorts/{month}`: `stayed` after each of `COHORT_MONTHS`; null: not everyone has got that far. */
export const cohort = z.object({ began: z.int(), stayed: z.array(orUnknown) });
export type Cohort = z.infer<typeof cohort>;

/** `GET /api/admin/payments/compared/{date}`: a Central day of PayPal's own list. `lines` differ, if only by their day here. */
export const comparedDay = z.object({
  paypal: z.object(moneySums),
  lines: z.array(
    z.object({
      id: z.string(),
      paymentId: z.string(),
      at: instant,
      paypalCents: orUnknown,
      ourCents: orUnknown,
      ourMonth: z.string().nullable(),
    }),
  ),
});
export type ComparedDay = z.infer<typeof comparedDay>;
