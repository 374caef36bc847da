import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { LedgerEntry, LedgerFilter } from "#domain/contract/money/ledger.ts";
import type { GrantPlan } from "#domain/rules/access.ts";
import type { MoneySums } from "#domain/rules/money-months.ts";
import { foldText } from "#domain/rules/text.ts";
import { beginsLike, fullName, lastName } from "../../account/member/names.queries.ts";
import type { Cursor } from "../../kernel/cursor.ts";

export type LedgerRow = Pick<
  LedgerEntry,
  "id" | "kind" | "state" | "paymentId" | "refundId" | "currency" | "amountCents" | "feeCents" | "refundedCents"
> & {
  disputedAt: number | null;
  settledAt: number | null;
  result: string | null;
  at: number;
  plan: GrantPlan;
  isGift: 0 | 1;
  memberId: string | null;
  name: string;
  email: string;
};

type Asked = Pick<LedgerFilter, "q"> & {
  /** Null from the newest. */
  after: Cursor | null;
  isDisputed: boolean;
  during: { from: number; before: number };
  limit: number;
};

export const ALWAYS = { from: 0, before: Number.MAX_SAFE_INTEGER };

/** Members that a search finds by each of its ways, so that a page reads no more than their payments. */
const MEMBERS_FOUND = 20;

/** Payments of the members that a search finds, and of a PayPal ID. */
function sought(q: string): SQL {
  const named = (isFound: SQL) => sql`select * from (select id from members where ${isFound} limit ${MEMBERS_FOUND})`;
  const open = (column: SQL, text: string) => named(sql`deleted_at is null and ${beginsLike(column, text)}`);
  const folded = foldText(q);
  return sql`(
    select p.id from (
      ${open(sql`email_key`, q.toLowerCase())} union ${open(fullName, folded)} union ${open(lastName, folded)}
      union ${named(sql`deleted_at is not null and purged_at is null and email_key = lower(${q})`)}
    ) found cross join payments p on p.member_id = found.id
    union select p.id from gifts g cross join payments p on p.gift_id = g.id where lower(g.giver_email) = lower(${q})
    union select id from payments where id = ${q}
    union select id from payments where subscription_id = ${q}
    union select payment_id from refunds where provider_id = ${q})`;
}

const among = (paymentId: SQL, { q, isDisputed }: Asked): SQL =>
  sql`${q ? sql`and ${paymentId} in ${sought(q)}` : sql``}
    ${isDisputed ? sql`and ${paymentId} in (select payment_id from disputes)` : sql``}`;

/** The unary plus keeps SQLite on the payments found, or on the index by time, whichever reads fewer rows. */
function timeOf(time: SQL, id: SQL, { after, during, q, isDisputed }: Asked): SQL {
  const column = q || isDisputed ? sql`+(${time})` : time;
  const rest = after ? sql`and (${column}, ${id}) < (${after.at}, ${after.id})` : sql``;
  // SQLite begins an index at this bound, and not at the pair's.
  const before = Math.min(during.before, after ? after.at + 1 : during.before);
  return sql`${column} >= ${during.from} and ${column} < ${before} ${rest}`;
}

function paymentRows(asked: Asked): SQL {
  return sql`select p.id, p.paid_at as at, 'payment' as kind, 'made' as state, p.id as payment_id, null as refund_id,
      p.amount_cents, p.fee_cents, p.refunded_cents
    from payments p where ${timeOf(sql`p.paid_at`, sql`p.id`, asked)} ${among(sql`p.id`, asked)}
    order by p.paid_at desc, p.id desc limit ${asked.limit}`;
}

function refundRows(asked: Asked): SQL {
  // Word for word as in the index.
  const time = sql`coalesce(done_at, asked_at)`;
  return sql`select r.id, ${time} as at, iif(r.is_reversal, 'reversal', 'refund') as kind,
      case when done_at is not null then 'made' when last_error is null then 'requested' else 'refused' end as state,
      r.payment_id, r.provider_id as refund_id, -r.amount_cents as amount_cents, 0 as fee_cents, 0 as refunded_cents
    from refunds r where ${timeOf(time, sql`r.id`, asked)} ${among(sql`r.payment_id`, asked)}
    order by ${time} desc, r.id desc limit ${asked.limit}`;
}

/** Payments and refunds, newest first. No index has the plan or what was refunded: the caller leaves out the others. */
export function selectLedger(db: Db, asked: Asked) {
  return db.all<LedgerRow>(sql`
    select e.id, e.at, e.kind, e.state, e.payment_id as "paymentId", e.refund_id as "refundId", p.currency,
      e.amount_cents as "amountCents", e.fee_cents as "feeCents", e.refunded_cents as "refundedCents",
      coalesce(s.plan, g.plan) as plan, p.gift_id is not null as "isGift", iif(p.gift_id is null, p.member_id, null) as "memberId",
      iif(p.gift_id is null, trim(coalesce(m.first_name, '') || ' ' || coalesce(m.last_name, '')), g.giver_name) as name,
      coalesce(g.giver_email, m.email, '') as email, d.opened_at as "disputedAt", d.closed_at as "settledAt", d.result
    from (
      select * from (${paymentRows(asked)}) union all select * from (${refundRows(asked)})
      order by at desc, id desc limit ${asked.limit}
    ) e cross join payments p on p.id = e.payment_id
      left join subscriptions s on s.id = p.subscription_id left join gifts g on g.id = p.gift_id
      left join members m on m.id = p.member_id
      left join disputes d on e.kind = 'payment' and d.payment_id = p.id
        and d.id = (select id from disputes where payment_id = p.id order by opened_at desc limit 1)
    order by e.at desc, e.id desc`);
}

export function selectFirstPaid(db: Db) {
  return db.all<{ at: number | null }>(sql`select min(paid_at) as at from payments`);
}

/** What the triggers summed, by part of a day. `before` is exclusive. */
export function selectMoneyDays(db: Db, { from, before }: { from: number; before: number }) {
  return db.all<MoneySums & { part: number; gifts: number }>(sql`
    select part, gross_cents as "grossCents", refunded_cents as "refundedCents", fee_cents as "feeCents", unknown_fees as "unknownFees", gifts
    from money_days where part >= ${from} and part < ${before} order by part`);
}

export type Booked = Pick<LedgerRow, "id" | "paymentId" | "refundId" | "at" | "amountCents">;

/** Payments and made refunds of a time span, and on any day those of PayPal's IDs: a refund whose ID isn't known is its payment's. */
export function selectBooked(db: Db, { from, before }: Asked["during"], ids: string[]) {
  const named = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  return db.all<Booked>(sql`
    select id, id as "paymentId", null as "refundId", paid_at as at, amount_cents as "amountCents" from payments
    where id in (select id from payments where paid_at >= ${from} and paid_at < ${before} union select * from ${named})
    union all
    select id, payment_id, provider_id, done_at, -amount_cents from refunds where id in (
      select id from refunds where done_at >= ${from} and done_at < ${before}
      union select id from refunds where provider_id in ${named}
      union select id from refunds where payment_id in ${named} and provider_id is null and done_at is not null)`);
}
