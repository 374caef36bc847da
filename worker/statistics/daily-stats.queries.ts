import { desc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { dailyStats } from "#db/schema/statistics.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { monthBounds } from "#domain/rules/money-months.ts";

export type DailyStatsRow = typeof dailyStats.$inferSelect;

export function selectLastCountedDay(db: Db) {
  return db.select({ date: dailyStats.date }).from(dailyStats).orderBy(desc(dailyStats.date)).limit(1);
}

export function selectDailyStats(db: Db, from: string) {
  return db.select().from(dailyStats).where(gte(dailyStats.date, from)).orderBy(dailyStats.date);
}

/** What months are made of, since the first counted day. */
export function selectDaysOfMonths(db: Db) {
  return db.select().from(dailyStats).orderBy(dailyStats.date);
}

export function selectYearlyCents(db: Db) {
  return db.all<{ cents: number }>(sql`select yearly_cents as cents from totals`);
}

/** `endsAt` is exclusive. */
export type Day = { date: string; startsAt: number; endsAt: number };

const inDay = ({ startsAt, endsAt }: Day, instant: SQL) => sql`${instant} >= ${startsAt} and ${instant} < ${endsAt}`;

/** When a grant effectively ends. `grant` is its SQL alias. */
const endOf = (grant: string) => sql.raw(`min(${grant}.until, coalesce(${grant}.ended_at, ${grant}.until))`);

/** Another grant `o` with the same member and source as `g`, if it ever gave access. */
const another = sql`select 1 from access_grants o
  where o.member_id = g.member_id and o.source = g.source and o.id <> g.id and o.starts_at < ${endOf("o")}`;
/** An extension is a grant of its own: it neither begins access that's already running nor ends access that continues. */
const goesOnAnother = sql`exists (${another} and o.starts_at < g.starts_at and ${endOf("o")} >= g.starts_at)`;
const isGoneOn = sql`exists (${another} and o.starts_at <= ${endOf("g")} and ${endOf("o")} > ${endOf("g")})`;

const paymentOf = (subscription: string) =>
  sql`select 1 from payments p where p.subscription_id = ${sql.raw(subscription)}`;

/** Leaves out extensions and trials that never ran. The index is forced because SQLite would otherwise scan every trial. */
function trialsOf(day: Day, instant: SQL, index: string, unless: SQL): SQL {
  return sql`(select count(*) from access_grants g indexed by ${sql.raw(index)} where g.source = 'trial' and ${inDay(day, instant)}
    and g.starts_at < ${endOf("g")} and not ${unless})`;
}

/** Whether payment `f` brings back a member whose paid access ended earlier in its month. */
function isBack({ date }: Day): SQL {
  return sql`exists (select 1 from access_grants o where o.member_id = s.member_id and o.source = 'subscription' and o.source_id <> s.id
    and o.starts_at < ${endOf("o")} and ${endOf("o")} >= ${monthBounds(monthOf(date)).from} and ${endOf("o")} < f.paid_at
    and exists (${paymentOf("o.source_id")}))`;
}
/** Whether payment `f` is the first of a member who had a trial. */
const isAfterTrial = sql`(exists (
    select 1 from access_grants o where o.member_id = s.member_id and o.source = 'trial' and o.starts_at < f.paid_at and o.starts_at < ${endOf("o")})
  and not exists (select 1 from payments p where p.member_id = s.member_id and p.subscription_id is not null and p.paid_at < f.paid_at))`;

/**
 * Counts first payments of subscriptions that don't continue another paid one: all, those of members who are back, and the first ones after
 * a trial.
 */
function subscriptionsBegun(day: Day): SQL {
  return sql`(select count(*) as begun, coalesce(sum(${isBack(day)}), 0) as returned, coalesce(sum(${isAfterTrial}), 0) as trials_paid
    from payments f cross join subscriptions s on s.id = f.subscription_id
    where ${inDay(day, sql`f.paid_at`)} and s.replaces_id is null
      and not exists (${paymentOf("s.id")} and (p.paid_at, p.id) < (f.paid_at, f.id))
      and not exists (
        select 1 from access_grants g where g.source = 'subscription' and g.source_id = s.id and exists (
          ${another} and o.starts_at < g.starts_at and ${endOf("o")} >= g.starts_at and exists (${paymentOf("o.source_id")}))))`;
}

/** Counts subscriptions whose access ended without another continuing it. One that no one paid for counts only if it continued a paid one. */
function subscriptionsEnded(day: Day): SQL {
  return sql`(select count(*) from access_grants g indexed by access_grants_subscriptions_ended
    cross join subscriptions s on s.id = g.source_id where g.source = 'subscription'
    and ${inDay(day, endOf("g"))}
    and not exists (select 1 from subscriptions r where r.replaces_id = s.id) and not ${isGoneOn}
    and (exists (${paymentOf("s.id")}) or exists (
      ${another} and o.starts_at < ${endOf("g")} and ${endOf("o")} >= g.starts_at and exists (${paymentOf("o.source_id")}))))`;
}

const completions = ({ date }: Day) =>
  sql`coalesce((select completions from completions_by_day where day = unixepoch(${date}) / 86400), 0)`;
const revenue = (day: Day) =>
  sql`(select coalesce(sum(amount_cents), 0) from payments where ${inDay(day, sql`paid_at`)})`;
const refunded = (day: Day) =>
  sql`(select coalesce(sum(amount_cents), 0) from refunds where ${inDay(day, sql`done_at`)})`;

type MailsOfDay = Record<"due" | "sent" | "onTime" | "failed" | "missed" | "unknown", number>;

/** Everyone due in an hour that was never dispatched counts as missed. */
function mails(day: Day): SQL {
  return sql`(
      select coalesce(sum(due), 0) as due, coalesce(sum(sent), 0) as sent, coalesce(sum(on_time), 0) as on_time,
        coalesce(sum(failed), 0) as failed, coalesce(sum(missed), 0) as missed, coalesce(sum(unknown), 0) as unknown
      from wake_up_counts where local_date = ${day.date}
    ) b, (
      select coalesce(sum(due_count), 0) as due from wake_up_slots where outcome = 'missed' and ${inDay(day, sql`slot_at`)}
    ) skipped`;
}
const mailCounts = sql`b.due + skipped.due, b.sent, b.on_time, b.failed, b.missed + skipped.due, b.unknown`;

/** A day's email counts as of now, even if the day was counted before. */
export function selectMailsOfDay(db: Db, day: Day) {
  return db.all<MailsOfDay>(sql`
    select b.due + skipped.due as due, b.sent, b.on_time as "onTime", b.failed, b.missed + skipped.due as missed, b.unknown from ${mails(day)}`);
}

/** Members whose effect on the totals may have changed since the day ended: joined, left, or changed access. */
const changedSince = (endsAt: number, now: number) => sql`
  select id from members where deleted_at is null and member_since >= ${endsAt}
  union all select member_id from invitations where import_id in (select id from imports where coalesce(ended_at, ${endsAt}) >= ${endsAt})
  union all select id from members where deleted_at >= ${endsAt}
  union all select id from members where access_changes_at <= ${now}
  union all select id from members where access_changes_at is null and purge_at is null and deleted_at is null
    and coalesce(access_ends_at, created_at) > ${endsAt} and coalesce(access_ends_at, created_at) <= ${now}`;

/** Member totals at a day's end, in column order: current totals corrected by members who changed since. */
function house({ endsAt }: Day, now: number): SQL {
  const was = sql`(m.created_at < ${endsAt} and coalesce(m.deleted_at, ${endsAt}) >= ${endsAt})`;
  const hadAccess = sql`(${was} and coalesce(m.access_ends_at, 0) > ${endsAt} and m.is_unaccepted = 0)`;
  const hasAccess = sql`(m.deleted_at is null and m.highest_plan is not null and m.is_unaccepted = 0)`;
  const change = (type: string) => sql`sum((m.subscription_type = ${type}) * (${hadAccess} - ${hasAccess}))`;
  const column = (type: string) => sql`t.${sql.raw(type)} + coalesce(d.${sql.raw(type)}, 0)`;
  const types = ["monthly", "quarterly", "annual", "gift", "trial"];
  const changes = types.map((type) => sql`${change(type)} as ${sql.raw(type)}`);
  return sql`
    select t.members + coalesce(d.members, 0), ${sql.join(types.map(column), sql`, `)}
    from totals t, (
      select sum(${was} - (m.deleted_at is null)) as members, ${sql.join(changes, sql`, `)}
      from members m where m.id in (${changedSince(endsAt, now)})
    ) d`;
}

/** Counts a day that's over, unless it's counted. Reads only the day's rows and the members who changed since, never a whole table. */
export function insertDailyStats(db: Db, day: Day, countedAt: number) {
  const { date, endsAt } = day;
  return db.run(sql`
    insert into daily_stats (date, members, monthly, quarterly, annual, gift, trial, trials_begun, trials_ended,
      wake_ups_due, wake_ups_sent, wake_ups_on_time, wake_ups_failed, wake_ups_missed, wake_ups_unknown,
      other_mails, completions, revenue_cents, refunded_cents, subscriptions_begun, subscriptions_ended, failed_payments,
      recovered_payments, subscriptions_returned, trials_paid, yearly_cents, counted_at)
    select ${date}, m.*, ${trialsOf(day, sql`g.starts_at`, "access_grants_trials_begun", goesOnAnother)}, ${trialsOf(day, endOf("g"), "access_grants_trials_ended", isGoneOn)},
      ${mailCounts},
      (select count(*) from transactional_mails where state = 'sent' and ${inDay(day, sql`settled_at`)}),
      ${completions(day)}, ${revenue(day)}, ${refunded(day)},
      sold.begun, ${subscriptionsEnded(day)},
      (select count(*) from subscriptions where failed_at < ${endsAt} and failed_at is not null and revoked_at is null
        and not status in ('CANCELLED','EXPIRED')),
      (select count(*) from transactional_mails where kind = 'payment-recovered' and ${inDay(day, sql`created_at`)}),
      sold.returned, sold.trials_paid, (select yearly_cents from totals),
      ${countedAt}
    from (${house(day, countedAt)}) m, ${mails(day)}, ${subscriptionsBegun(day)} sold
    where true
    on conflict (date) do nothing`);
}

export function setSize(db: Db, date: string, databaseBytes: number) {
  return db.update(dailyStats).set({ databaseBytes }).where(eq(dailyStats.date, date));
}

/** Recounts what arrives after a day was counted: emails in later zones or sent again, completions and payments reported late. */
export function recountDailyStats(db: Db, day: Day) {
  return db.run(sql`
    update daily_stats set
      (wake_ups_due, wake_ups_sent, wake_ups_on_time, wake_ups_failed, wake_ups_missed, wake_ups_unknown) =
        (select ${mailCounts} from ${mails(day)}),
      (subscriptions_begun, subscriptions_returned, trials_paid) = (select begun, returned, trials_paid from ${subscriptionsBegun(day)}),
      completions = ${completions(day)}, revenue_cents = ${revenue(day)}, subscriptions_ended = ${subscriptionsEnded(day)}
    where date = ${day.date}`);
}
