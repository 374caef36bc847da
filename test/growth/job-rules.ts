import { DAY_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";

/** A job's read limit when nothing is due, however large the house is: docs/rules/budgets.md, "Row budgets". */
const IDLE_ROWS = 25;

/** Jobs that check again every hour what they recently sent or asked, with their limit. */
const CHECKING_AGAIN: Record<string, (now: number) => Promise<number>> = {
  async writeNotices(now) {
    const [row] = await rowsOf(
      `select (select count(*) from members where subscription_type = 'trial' and subscription_ends_at between ?1 and ?1 + 7 * ?2)
        + (select count(*) from access_grants where source = 'subscription' and until between ?1 - 7 * ?2 and ?1)
        + (select count(*) from subscriptions where plan = 'annual' and next_billing_at between ?1 + 15 * ?2 and ?1 + 30 * ?2) as near`,
      now,
      DAY_MS,
    );
    return 4 * Number(row?.near);
  },
  // Media are checked in turn for references: 500 an hour.
  purgeMedia: async () => 500 * 2 + IDLE_ROWS,
  // Reconciling asks PayPal about 60 subscriptions, and 20 payments' fees, an hour; it knows none of these.
  reconcile: async () => 60 * 75 + 20 * 85,
  // An index step for each kind of row.
  purgeOldRows: async () => 35,
};

export const mostRowsOfJob = async (name: string, now: number) =>
  Math.max(IDLE_ROWS, (await CHECKING_AGAIN[name]?.(now)) ?? 0);
