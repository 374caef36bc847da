import { expect } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { type AccessHolder, hasAccess } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { FIRST_PAYMENT_MS } from "#domain/rules/unpaid-access.ts";
import { selectMemberByEmail } from "#worker/account/member/members.queries.ts";
import { syncByAdministrator } from "#worker/money/administer-payments.ts";
import { decidedOf } from "./decided.ts";
import type { Delivery } from "./events.ts";
import {
  covers,
  endOfRun,
  type Interval,
  type Loss,
  lostEnd,
  openedBy,
  paidIntervals,
  type SubscriptionAtPayPal,
} from "./expected-access.ts";
import type { House } from "./house.ts";

export const ZONE = "America/Chicago";
/** A first payment, or one that recovers a failed charge, may have to be found: within a day, or after an outage. */
const UNREPORTED_MS = 3 * DAY_MS;
/** How long access continues while a charge fails. */
const GRACE_MS = 11 * DAY_MS;
/** Changes without a webhook are found within a week, even in a suspended subscription without access. */
const SILENT_MS = 9.5 * DAY_MS;
/** The hourly cron runs less often here, and is late by this much. */
const CRON_EVERY_MS = 7 * HOUR_MS;

/** Given access: an interval from a trial, a gift, or an administrator. */
type Given = Interval & { sourceId: string };
export type Gift = { id: string; orderId: string; months: 1 | 12; isBack: boolean };
type Grant = { source: string; sourceId: string; startsAt: number; endsAt: number };

const upTo = (instant: number, unit: number) => Math.ceil(instant / unit) * unit;

/** One membership in Daybolt with its state at PayPal; checks that its access matches what was paid and given. */
export class Membership {
  protected readonly email = `${crypto.randomUUID()}@life.test`;
  protected readonly bought = new Map<string, { months: 1 | 12; approvedAt: number }>();
  protected readonly given: Given[] = [];
  protected readonly gifts: Gift[] = [];
  protected readonly lostGifts: Loss[] = [];
  protected readonly house: House;
  private lastDueAt: number;
  private last = { at: 0, has: false };

  constructor(house: House) {
    this.house = house;
    this.lastDueAt = house.clock.now;
  }

  protected get now() {
    return this.house.clock.now;
  }

  protected async member() {
    const [member] = await this.house.work((ctx) => selectMemberByEmail(ctx.db, this.email).execute());
    return member ?? null;
  }

  protected get current(): string | null {
    return [...this.bought.keys()].at(-1) ?? null;
  }

  protected async paid(): Promise<string | null> {
    for (const id of [...this.bought.keys()].reverse()) {
      if ((await this.house.payPal.subscription(id)).payments.length > 0) return id;
    }
    return null;
  }

  protected async atPayPal(id: string): Promise<SubscriptionAtPayPal> {
    const { months, approvedAt } = this.bought.get(id) ?? { months: 1, approvedAt: 0 };
    const view = await this.house.payPal.subscription(id);
    const events = await this.house.payPal.events(id);
    const decided = decidedOf(this.house, id);
    const timesOf = (...types: string[]) => events.filter(({ type }) => types.includes(type)).map(({ time }) => time);
    return {
      status: view.status,
      months,
      approvedAt,
      startsAt: view.startTime,
      nextBillingAt: view.nextBillingTime,
      endedAt: timesOf("BILLING.SUBSCRIPTION.CANCELLED", "BILLING.SUBSCRIPTION.EXPIRED").at(-1) ?? null,
      payments: view.payments.map(({ time, status }) => ({
        at: time,
        isLost: status === "REFUNDED" || status === "REVERSED",
      })),
      failures: timesOf("BILLING.SUBSCRIPTION.PAYMENT.FAILED"),
      ...decided,
    };
  }

  protected grants(): Grant[] {
    return this.house.rows<Grant>(
      `select source, source_id as sourceId, starts_at as startsAt, min(until, coalesce(ended_at, until)) as endsAt
      from access_grants g join members m on m.id = g.member_id where m.email_key = ?`,
      this.email,
    );
  }

  /** Subscriptions that keep charging as far as Daybolt knows: they give access, or may still get a first payment. */
  protected charged() {
    return this.house.rows(
      `select s.id from subscriptions s join access_grants g on g.source = 'subscription' and g.source_id = s.id
      where s.status in ('APPROVED', 'ACTIVE', 'SUSPENDED') and s.cancel_asked_at is null and s.revoked_at is null
        and (min(g.until, coalesce(g.ended_at, g.until)) > ?
          or s.last_payment_at is null and s.unpaid_until <= s.unpaid_from and s.starts_at > ?)`,
      this.now,
      this.now - FIRST_PAYMENT_MS,
    );
  }

  /** Gifts start when paid time ends, so the expected days are computed again each time one is placed. */
  protected followGifts() {
    if (this.gifts.length === 0) return;
    const grants = this.grants();
    for (const { id, months } of this.gifts) {
      const grant = grants.find((one) => one.source === "gift" && one.sourceId === id);
      const known = this.given.find(({ sourceId }) => sourceId === id);
      if (!grant || known?.from === grant.startsAt) continue;
      const others = grants.filter((one) => one !== grant && one.endsAt > this.now && one.startsAt < one.endsAt);
      const lastEnd = (of: Grant[]) => Math.max(this.now, ...of.map(({ endsAt }) => endsAt));
      const from = lastEnd(others.filter(({ source }) => source === "subscription"));
      const until = addMonths(lastEnd(others), months, ZONE);
      expect([grant.startsAt, grant.endsAt]).toEqual([from, until]);
      if (!known) expect(this.charged(), "a gift began beside what is charged").toEqual([]);
      if (known) Object.assign(known, { from, until });
      else this.given.push({ sourceId: id, from, until });
    }
  }

  protected async check({ isSettled = false, isPassing = false } = {}) {
    this.followGifts();
    const [member = null] = this.house.rows<AccessHolder>(
      "select access_ends_at as accessEndsAt from members where email_key = ? and deleted_at is null",
      this.email,
    );
    const has = member !== null && hasAccess(member, this.now);
    // Reading PayPal takes most of the time, so without changes once a day is enough.
    if (isPassing && has === this.last.has && this.now - this.last.at < DAY_MS) return;
    this.last = { at: this.now, has };
    const subscriptions = await Promise.all([...this.bought.keys()].map((id) => this.atPayPal(id)));
    const losses = this.losses(subscriptions);
    const opened = (of: SubscriptionAtPayPal[]) => [...of.flatMap((one) => openedBy(one, losses)), ...this.given];
    const due = opened(subscriptions);
    if (covers(due, this.now)) this.lastDueAt = this.now;
    const when = new Date(this.now).toISOString();
    if (!has && (this.isPaidFor(subscriptions) || covers(this.given, this.now)))
      throw new Error(`No access in paid or given time at ${when}`);
    if (has && this.now - this.lastDueAt > SILENT_MS)
      throw new Error(`Access at ${when} that nobody has paid for or given`);
    if (!isSettled) return;
    const known = this.house.rows<{ id: string }>("select id from subscriptions").map(({ id }) => id);
    const isKnown = (_: unknown, index: number) => known.includes([...this.bought.keys()][index] ?? "");
    const end = endOfRun(opened(subscriptions.filter(isKnown)), this.now);
    expect(has ? member.accessEndsAt : null, `the end of access as of ${when}`).toBe(end);
    const waiting = this.house.rows(
      "select id from gifts where redeemed_at is not null and granted_at is null and refunded_at is null",
    );
    if (waiting.length > 0) expect(this.charged(), "a gift waits for nothing").not.toEqual([]);
  }

  /** Refunded payments; those unknown to Daybolt count as learned about now. */
  private losses(subscriptions: SubscriptionAtPayPal[]): Loss[] {
    const known = this.house.rows<{ id: string; revokedAt: number | null }>(
      "select id, revoked_at as revokedAt from subscriptions",
    );
    const ofSubscriptions = [...this.bought.keys()].flatMap((id, index) => {
      const one = subscriptions[index];
      const paidUntil = one ? lostEnd(one) : null;
      const knownAt = known.find((row) => row.id === id)?.revokedAt ?? this.now;
      return paidUntil === null ? [] : [{ knownAt, paidUntil }];
    });
    return [...ofSubscriptions, ...this.lostGifts];
  }

  /** Whether someone has paid for this moment, as far as Daybolt can know. */
  protected isPaidFor(subscriptions: SubscriptionAtPayPal[]): boolean {
    return subscriptions.some((one) => {
      let reportedFrom = 0;
      return paidIntervals(one).some(({ from, until }, index, paid) => {
        const before = one.payments[index - 1];
        const isExpected = before && !one.failures.some((at) => before.at < at && at < from);
        const lastEnd = paid[index - 1]?.until ?? from;
        const isAfterAccess = from > lastEnd + (isExpected ? DAY_MS : GRACE_MS);
        const unreported = isAfterAccess ? SILENT_MS : isExpected ? 0 : UNREPORTED_MS;
        reportedFrom = Math.max(reportedFrom, from + unreported);
        return reportedFrom <= this.now && this.now < until;
      });
    });
  }

  /** Lets time pass, jumping from one instant when the crons have work to the next. */
  protected async pass(hours: number) {
    const end = this.now + hours * HOUR_MS;
    while (this.now < end) {
      const [next] = this.house.rows<{ changesAt: number | null; checkAt: number | null; buyAt: number | null }>(
        `select (select min(access_changes_at) from members) as changesAt, (select min(check_at) from subscriptions) as checkAt,
          (select min(created_at) + 900001 from checkouts where bought_at is null and subscription_id is not null and created_at > ?) as buyAt`,
        this.now - 3 * DAY_MS,
      );
      const byTick = upTo(Math.max(next?.changesAt ?? end, this.now + MINUTE_MS), MINUTE_MS);
      const due = [next?.checkAt, next?.buyAt].filter((at) => at != null);
      const byHour = upTo(Math.max(Math.min(end, ...due), this.now + CRON_EVERY_MS), HOUR_MS);
      this.house.clock.now = Math.min(end, byTick, byHour);
      if (this.now % HOUR_MS === 0) await this.house.hour();
      await this.house.tick();
      await this.check({ isPassing: true });
    }
  }

  protected async deliver(about: string, known: number, how: Delivery) {
    if (how === "dropped") return;
    const fresh = (await this.house.payPal.events(about)).slice(known);
    const order = how === "in order" ? fresh : [...fresh].reverse().flatMap((one) => [one, one]);
    for (const { id } of order) await this.house.report(id);
  }

  /** After a week of crons, everything is known, even if no webhook arrived. */
  async settle() {
    await this.pass(8 * 24);
    await this.readAll();
  }

  /** Reads every subscription that exists here, then compares access to the millisecond. */
  protected async readAll() {
    for (const id of this.bought.keys()) {
      const [row] = this.house.rows<{ id: string }>("select member_id as id from subscriptions where id = ?", id);
      if (row) await this.house.attempt((ctx) => syncByAdministrator(ctx, { id: row.id, sid: id }));
    }
    await this.house.hour();
    await this.house.tick();
    await this.check({ isSettled: true });
  }
}
