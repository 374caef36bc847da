import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { nextReadingAt } from "./next-check.ts";
import { type ProviderReading, type SubscriptionTime, subscriptionTime } from "./subscription-time.ts";

const GRACE_MS = 11 * DAY_MS;
const { env } = import.meta as unknown as { env: Record<string, string | undefined> };
/** `npm run test:long` sets ten thousand. */
const RUNS = Number(env.SUBSCRIPTION_SEQUENCES ?? 300);
const BEGIN = Date.UTC(2026, 0, 31, 9);

/** Failed charges may be recovered at any time, which is known a day later plus PayPal's downtime. */
const UNREPORTED_MS = 3 * DAY_MS;
/** For a suspended subscription without access, it's known within a week. */
const LAPSED_MS = 9.5 * DAY_MS;

type Charge = {
  at: number;
  end: number;
  /** How long a change may stay unknown without a webhook. */
  unreportedMs: number;
  state: "completed" | "partially_refunded" | "refunded" | "reversed";
};

/** A subscription at PayPal, which charges by its calendar and retries a failed charge after 5 and 10 days. */
class AtPayPal {
  readonly plan: "monthly" | "annual";
  readonly approvedAt: number;
  readonly startsAt: number;
  status: ProviderReading["status"] = "ACTIVE";
  statusChangedAt: number;
  charges: Charge[] = [];
  /** Consecutive failed charges, oldest first. */
  failures: number[] = [];
  isWalletEmpty = false;
  private cycle = 0;
  private tries = 0;
  private retryAt: number | null = null;
  /** Until this charge is known, earlier ones aren't known either. */
  private unreportedUntil = 0;

  constructor(plan: "monthly" | "annual", now: number, startsAt: number) {
    this.plan = plan;
    this.approvedAt = now;
    this.statusChangedAt = now;
    this.startsAt = startsAt;
  }

  get nextBillingAt() {
    const from = new Date(this.startsAt);
    const month = from.getUTCMonth() + this.cycle * (this.plan === "annual" ? 12 : 1);
    const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
    return day + (this.startsAt % DAY_MS);
  }
  get isLive() {
    return this.status === "ACTIVE" || this.status === "SUSPENDED";
  }
  setStatus(status: ProviderReading["status"], now: number) {
    this.status = status;
    this.statusChangedAt = now;
    this.retryAt = null;
  }
  pass(to: number) {
    while (this.status === "ACTIVE") {
      const at = Math.min(this.nextBillingAt, this.retryAt ?? Number.POSITIVE_INFINITY);
      if (at > to) return;
      if (at === this.nextBillingAt) {
        this.cycle += 1;
        this.tries = 0;
      }
      this.charge(at);
    }
  }
  private charge(at: number) {
    this.tries += 1;
    this.retryAt = null;
    if (this.isWalletEmpty) {
      this.failures.push(at);
      if (this.failures.length >= 3) this.setStatus("SUSPENDED", at);
      else if (this.tries < 3) this.retryAt = at + 5 * DAY_MS;
      return;
    }
    const isRecovery = this.failures.length > 0;
    const before = this.charges.at(-1);
    const isAfterAccess = before !== undefined && at > before.end + (isRecovery ? GRACE_MS : DAY_MS);
    const isLateFirst = before === undefined && at > this.startsAt + 2 * DAY_MS;
    const unreportedMs = isAfterAccess ? LAPSED_MS : isRecovery || isLateFirst ? UNREPORTED_MS : 0;
    this.unreportedUntil = Math.max(this.unreportedUntil, at + unreportedMs);
    this.charges.push({ at, end: this.nextBillingAt, unreportedMs: this.unreportedUntil - at, state: "completed" });
    this.failures = [];
  }
  recover(now: number) {
    this.isWalletEmpty = false;
    // This close to the calendar's next charge, it would count as that one.
    if (!this.isLive || this.failures.length === 0 || this.nextBillingAt - now < 2 * DAY_MS) return;
    if (this.status === "SUSPENDED") this.skip(now);
    this.setStatus("ACTIVE", now);
    if (this.nextBillingAt - now >= 2 * DAY_MS) this.charge(now);
  }
  resume(now: number) {
    if (this.status !== "SUSPENDED" || this.failures.length > 0) return;
    this.skip(now);
    this.setStatus("ACTIVE", now);
    this.unreportedUntil = Math.max(this.unreportedUntil, now + UNREPORTED_MS);
  }
  private skip(now: number) {
    while (this.nextBillingAt <= now) this.cycle += 1;
  }
  read(): ProviderReading {
    const last = this.charges.at(-1);
    return {
      plan: this.plan,
      status: this.status,
      statusChangedAt: this.statusChangedAt,
      startsAt: this.startsAt,
      nextBillingAt: this.isLive ? this.nextBillingAt : null,
      lastPayment: last ? { at: last.at, state: last.state } : null,
      failedPayments: this.failures.length,
      lastFailedAt: this.failures.at(-1) ?? null,
    };
  }
}

/** Whether access is due at `at`, only from what was paid and what failed. */
function isDue(one: AtPayPal, at: number): boolean {
  const last = one.charges.at(-1);
  const hasEnded = one.status === "CANCELLED";
  if (!last) return at < one.startsAt + 48 * HOUR_MS && (!hasEnded || at < one.statusChangedAt);
  if (last.state === "refunded" || last.state === "reversed") return false;
  const isPaid = one.charges.some((charge) => charge.at <= at && at < charge.end);
  const [failedAt] = one.failures;
  const untilGraceEnds = (failedAt ?? one.nextBillingAt) + GRACE_MS;
  const isInGrace = !hasEnded && (failedAt !== undefined || one.status === "ACTIVE") && at < untilGraceEnds;
  return isPaid || isInGrace;
}

/** Whether someone has paid for `at` without a refund. */
function isPaidFor(one: AtPayPal, at: number): boolean {
  const last = one.charges.at(-1);
  const isLost = last?.state === "refunded" || last?.state === "reversed";
  return !isLost && one.charges.some((charge) => charge.at + charge.unreportedMs <= at && at < charge.end);
}

type Ours = { memory: SubscriptionTime; time: SubscriptionTime; checkAt: number | null };

const reports = fc.constantFrom(0, 1, 2);
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("clock" as const), hours: fc.integer({ min: 1, max: 900 }) }) },
  fc.record({ do: fc.constant("wallet" as const), isEmpty: fc.boolean() }),
  fc.record({
    do: fc.constantFrom("recover" as const, "suspend" as const, "resume" as const, "cancel" as const),
    reports,
  }),
  fc.record({ do: fc.constant("cancel here" as const) }),
  fc.record({
    do: fc.constant("lose" as const),
    state: fc.constantFrom("partially_refunded" as const, "refunded" as const, "reversed" as const),
    which: fc.nat(3),
    reports,
  }),
  fc.record({ do: fc.constant("refund here" as const) }),
  fc.record({
    do: fc.constant("change" as const),
    plan: fc.constantFrom("monthly" as const, "annual" as const),
    reports,
  }),
  fc.record({ do: fc.constant("hear" as const), times: fc.integer({ min: 1, max: 3 }) }),
  // With longer downtime, a first payment would stay unknown until its 48 hours have passed.
  fc.record({ do: fc.constant("down" as const), hours: fc.integer({ min: 1, max: 40 }) }),
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** PayPal, a member's subscriptions there, and what we make of them. */
class Story {
  now = BEGIN;
  private downUntil = 0;
  private subscriptions: AtPayPal[] = [];
  private ours = new Map<AtPayPal, Ours>();

  constructor() {
    this.subscribe("monthly", this.now, 1);
  }

  private get current(): AtPayPal {
    const last = this.subscriptions.at(-1);
    if (!last) throw new Error("There is always one.");
    return last;
  }

  private subscribe(plan: "monthly" | "annual", startsAt: number, times: number) {
    const one = new AtPayPal(plan, this.now, startsAt);
    this.subscriptions.push(one);
    one.pass(this.now);
    this.report(one, times);
  }

  private report(one: AtPayPal, times = 1) {
    for (let time = 0; time < times && this.now >= this.downUntil; time += 1) {
      const reading = one.read();
      const unpaid = { unpaidFrom: one.approvedAt, unpaidUntil: one.startsAt + 48 * HOUR_MS };
      const began = { approvedAt: one.approvedAt, paidUntil: null, failedAt: null, revokedAt: null };
      const memory = { ...unpaid, ...(this.ours.get(one)?.memory ?? began) };
      const made = subscriptionTime(reading, memory, { now: this.now, graceMs: GRACE_MS });
      const before = this.ours.get(one)?.time;
      // Reading again changes nothing.
      if (time > 0) expect(made).toMatchObject({ revokedAt: before?.revokedAt, failedAt: before?.failedAt });
      this.ours.set(one, { memory: made, time: made, checkAt: nextReadingAt(reading, made, this.now) });
      this.compare(one);
      // A refunded subscription is never charged again.
      if (made.revokedAt !== null && one.isLive) one.setStatus("CANCELLED", this.now);
    }
  }

  private hasAccess(one: AtPayPal, at: number): boolean {
    const grant = this.ours.get(one)?.time.grant;
    if (!grant) return false;
    return grant.startsAt <= at && at < Math.min(grant.until, grant.endedAt ?? grant.until);
  }

  /** What was just read gives exactly what is due, now and as long as nothing else happens. */
  private compare(one: AtPayPal) {
    const instants = [0, 1, 24, 47, 49, 200, 264, 400, 720, 800, 1100, 8000, 9100].map(
      (hours) => this.now + hours * HOUR_MS,
    );
    const due = instants.filter((at) => isDue(one, at));
    expect(instants.filter((at) => this.hasAccess(one, at))).toEqual(due);
  }

  /** The hourly cron: reads what is due for another reading. */
  private reconcile() {
    for (const [one, { checkAt }] of this.ours) if (checkAt !== null && checkAt <= this.now) this.report(one);
  }

  private pass(hours: number) {
    for (let hour = 0; hour < hours; hour += 4) {
      this.now += 4 * HOUR_MS;
      for (const one of this.subscriptions) one.pass(this.now);
      this.reconcile();
      for (const one of this.subscriptions) {
        if (this.ours.has(one) && isPaidFor(one, this.now) && !this.hasAccess(one, this.now))
          throw new Error(`No access in paid time at ${new Date(this.now).toISOString()}`);
      }
    }
  }

  perform(next: Event) {
    const one = this.current;
    switch (next.do) {
      case "clock":
        return this.pass(next.hours);
      case "wallet":
        one.isWalletEmpty = next.isEmpty;
        return;
      case "recover":
        one.recover(this.now);
        return this.report(one, next.reports);
      case "suspend":
        if (one.status === "ACTIVE") one.setStatus("SUSPENDED", this.now);
        return this.report(one, next.reports);
      case "resume":
        one.resume(this.now);
        return this.report(one, next.reports);
      case "cancel":
        if (one.isLive) one.setStatus("CANCELLED", this.now);
        return this.report(one, next.reports);
      case "cancel here":
        return this.cancelHere(one);
      case "lose": {
        const charge = one.charges.at(-1 - next.which);
        if (charge && charge.state !== "refunded" && charge.state !== "reversed") charge.state = next.state;
        return this.report(one, next.reports);
      }
      case "refund here": {
        const last = one.charges.at(-1);
        if (this.now < this.downUntil || !last) return;
        this.cancelHere(one);
        last.state = last.state === "reversed" ? "reversed" : "refunded";
        return this.report(one);
      }
      case "change":
        return this.change(one, next.plan, next.reports);
      case "hear":
        for (const each of this.subscriptions) this.report(each, next.times);
        return;
      case "down":
        if (this.now >= this.downUntil + DAY_MS) this.downUntil = this.now + next.hours * HOUR_MS;
    }
  }

  private cancelHere(one: AtPayPal) {
    if (this.now < this.downUntil) return;
    // Payments are stored before PayPal forgets them.
    this.report(one);
    if (one.isLive) one.setStatus("CANCELLED", this.now);
    this.report(one);
  }

  /** Another plan, or the same one, from the paid end on; the old subscription ends once the new one exists. */
  private change(old: AtPayPal, plan: "monthly" | "annual", times: number) {
    if (this.now < this.downUntil) return;
    const paidUntil = this.ours.get(old)?.time.paidUntil ?? 0;
    const wasPaidFor = isPaidFor(old, this.now);
    this.subscribe(plan, Math.max(paidUntil, this.now), Math.max(1, times));
    if (old.isLive) old.setStatus("CANCELLED", this.now);
    this.report(old, times);
    const hasAccess = this.subscriptions.some((one) => this.hasAccess(one, this.now));
    if (wasPaidFor) expect(hasAccess).toBe(true);
  }

  /** However little was reported: once all is read, refunds and ended grace count, and no paid time is missing. */
  settle() {
    this.pass(100);
    for (const one of this.subscriptions) this.report(one, 2);
  }
}

test("access matches what was paid for, whatever happens in whatever order, reported or not", {
  timeout: 3_600_000,
}, () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 25 }), (events) => {
      const story = new Story();
      for (const next of events) story.perform(next);
      story.settle();
    }),
    { numRuns: RUNS },
  );
});
