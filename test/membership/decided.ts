import { expect } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import type { House } from "./house.ts";

type Decided = {
  start: number;
  until: number;
  by: string | null;
  readAt: number;
  orderedAt: number;
  isSecond: 0 | 1;
  paidAt: number | null;
};

/** The access that Daybolt gave before a first payment: at most 48 hours, and once per member until one is paid. */
export function decidedOf(house: House, id: string) {
  const [row] = house.rows<Decided>(
    `select s.unpaid_from as start, s.unpaid_until as until, s.cancelled_by as by, s.created_at as readAt,
      coalesce(c.starts_at, c.created_at) as orderedAt, s.last_payment_at as paidAt,
      exists (select 1 from subscriptions o where o.member_id = s.member_id and o.last_payment_at is null
        and o.rowid < s.rowid and not exists (
          select 1 from subscriptions p where p.member_id = o.member_id and p.last_payment_at is not null
            and p.rowid between o.rowid and s.rowid)) as isSecond
    from subscriptions s join checkouts c on c.id = s.checkout_id where s.id = ?`,
    id,
  );
  if (!row) return { unpaid: { from: 0, until: 0 }, isReplaced: false };
  const { start, until, by, readAt, orderedAt, isSecond, paidAt } = row;
  const opens = until > start;
  if (opens) expect(until).toBe(Math.max(orderedAt, readAt) + 2 * DAY_MS);
  if (isSecond && paidAt === null) expect(opens, "a second try opened something").toBe(false);
  return { unpaid: { from: start, until }, isReplaced: by === "plan_change" };
}
