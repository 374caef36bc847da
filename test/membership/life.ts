import { expect } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { endAccess, grantAccess } from "#worker/access/grant-access.ts";
import { grantTrial } from "#worker/access/grant-trial.ts";
import { giftCaptureKey, giftKey } from "#worker/kernel/links/gift-key.ts";
import { cancelByAdministrator, syncByAdministrator } from "#worker/money/administer-payments.ts";
import { confirmCheckout } from "#worker/money/checkout/confirm-checkout.ts";
import { startCheckout } from "#worker/money/checkout/start-checkout.ts";
import { orderGift } from "#worker/money/gifts/order-gift.ts";
import { captureGift } from "#worker/money/gifts/pay-gift.ts";
import { redeemGift } from "#worker/money/gifts/redeem-gift.ts";
import { refundPayment } from "#worker/money/refund/refund-payment.ts";
import { cancelMySubscription } from "#worker/money/subscriptions/my-subscription.ts";
import type { Delivery, Happening } from "./events.ts";
import type { SubscriptionAtPayPal } from "./expected-access.ts";
import { type Gift, Membership, ZONE } from "./membership.ts";

/** This close to the next charge, a recovered payment would count as that charge. */
const NEXT_CHARGE_MS = 2 * DAY_MS;

/** A membership that things happen to. */
export class Life extends Membership {
  /** Runs `act` on a subscription at PayPal, by default the current one, and delivers its webhooks. */
  private async happen(
    how: Delivery,
    act: (id: string, one: SubscriptionAtPayPal) => Promise<unknown>,
    id: string | null = this.current,
  ) {
    if (id === null) return;
    const known = (await this.house.payPal.events(id)).length;
    await act(id, await this.atPayPal(id));
    await this.deliver(id, known, how);
  }

  async perform(next: Happening) {
    await this.act(next);
    await this.house.tick();
    await this.check();
  }

  private async act(next: Happening): Promise<unknown> {
    const { house } = this;
    const control = house.payPal.control;
    const requestId = crypto.randomUUID();
    const member = await this.member();
    switch (next.do) {
      case "clock":
        return this.pass(next.hours);
      case "outage":
        house.clock.now += next.hours * HOUR_MS;
        await house.tick();
        return house.hour();
      case "reconcile":
        return house.hour();
      case "read all":
        return this.readAll();
      case "a charge fails":
        await this.act({ do: "wallet", isEmpty: true });
        await this.passCharge(next.days);
        return this.readAll();
      case "money back, unreported":
        await this.act({ do: "refund", which: 0, delivery: "dropped" });
        return this.pass(next.days * 24);
      case "buy":
        return this.buy(next);
      case "cancel":
        return member && house.attempt((ctx) => cancelMySubscription(ctx, member.id, undefined));
      case "wallet":
        return this.current && control({ action: "failNext", id: this.current, times: next.isEmpty ? 99 : 0 });
      case "recover":
        return this.happen(next.delivery, async (id, { status, nextBillingAt }) => {
          const isLive = status === "ACTIVE" || status === "SUSPENDED";
          if (!isLive || (nextBillingAt ?? 0) - this.now < NEXT_CHARGE_MS) return;
          await control({ action: "recover", id });
        });
      case "suspend":
        return this.happen(next.delivery, async (id, { status }) => {
          if (status === "ACTIVE") await control({ action: "suspend", id });
        });
      case "activate":
        return this.happen(next.delivery, async (id, { status }) => {
          const { outstandingCents } = await house.payPal.subscription(id);
          if (status === "SUSPENDED" && outstandingCents === 0) await control({ action: "activate", id });
        });
      case "cancelled at PayPal":
      case "expire":
        return this.happen(next.delivery, async (id, { status }) => {
          const action = next.do === "expire" ? "expire" : "cancel";
          if (status === "ACTIVE" || status === "SUSPENDED") await control({ action, id });
        });
      case "refund":
      case "partial refund":
      case "reverse":
        return this.happen(next.delivery, (id) => this.sendBack(next, id), await this.paid());
      case "webhooks": {
        const events = (await Promise.all([...this.bought.keys()].map((id) => house.payPal.events(id)))).flat();
        for (const pick of next.picks) {
          const event = events[pick % Math.max(1, events.length)];
          if (event) await house.report(event.id);
        }
        return;
      }
      case "trial": {
        const wanted = { name: "Ana Lee", email: this.email, trialMonths: next.months, requestId };
        const open = this.given.filter(({ until }) => until > this.now).map(({ until }) => until);
        const from = Math.max(this.now, ...open);
        if (await house.attempt((ctx) => grantTrial(ctx, wanted)))
          this.given.push({ sourceId: requestId, from, until: addMonths(from, next.months, ZONE) });
        return;
      }
      case "grant": {
        if (!member) return;
        const untilDate = addDays(dateIn(ZONE, this.now), next.days);
        const wanted = { id: member.id, requestId, plan: next.plan, untilDate, reason: "Asked for it" };
        if (await house.attempt((ctx) => grantAccess(ctx, wanted)))
          this.given.push({ sourceId: requestId, from: this.now, until: instantAt(addDays(untilDate, 1), 0, ZONE) });
        return;
      }
      case "end a grant": {
        const one = this.given[next.which];
        const [row] = one
          ? house.rows<{ id: string }>("select id from access_grants where source_id = ?", one.sourceId)
          : [];
        if (!member || !one || !row || one.until <= this.now) return;
        const wanted = { id: member.id, grantId: row.id, reason: "Asked for it" };
        expect(await house.attempt((ctx) => endAccess(ctx, wanted))).toBe(true);
        one.until = this.now;
        return;
      }
      case "administrator cancels":
        return this.current && house.attempt((ctx) => cancelByAdministrator(ctx, { id: this.current ?? "" }));
      case "administrator refunds": {
        const [last] = house.rows<{ id: string }>(
          "select id from payments where subscription_id is not null order by paid_at desc limit 1",
        );
        return last && house.attempt((ctx) => refundPayment(ctx, { id: last.id, requestId, reason: "Asked for it" }));
      }
      case "administrator syncs":
        return (
          member &&
          this.current &&
          house.attempt((ctx) => syncByAdministrator(ctx, { id: member.id, sid: this.current ?? "" }))
        );
      case "gift":
        return this.beGiven(next.plan);
      case "gift's money back":
        return this.loseGift(this.gifts[next.which]);
    }
  }

  private async sendBack(
    { do: what, which }: Extract<Happening, { do: "refund" | "partial refund" | "reverse" }>,
    id: string,
  ) {
    const { control, subscription } = this.house.payPal;
    const payment = (await subscription(id)).payments.at(-1 - which);
    if (!payment || payment.status === "REFUNDED" || payment.status === "REVERSED") return;
    const of = { id, paymentId: payment.id };
    if (what === "reverse") await control({ action: "reverse", ...of });
    else if (what === "refund") await control({ action: "refund", ...of });
    else if (payment.cents - payment.refundedCents > 100) await control({ action: "refund", ...of, cents: 100 });
  }

  /** Passes the next charge by this many days. */
  private async passCharge(days: number) {
    const next = this.current && (await this.atPayPal(this.current)).nextBillingAt;
    if (next) await this.pass(Math.ceil((next - this.now) / HOUR_MS) + days * 24);
  }

  private async buy({ plan, isConfirmed, delivery }: Extract<Happening, { do: "buy" }>) {
    const { house } = this;
    const member = await this.member();
    const requestId = crypto.randomUUID();
    const order = { requestId, plan, email: this.email, consent: true as const, member, network: crypto.randomUUID() };
    let started: Awaited<ReturnType<typeof startCheckout>> | undefined;
    await house.attempt(async (ctx) => {
      started = await startCheckout(ctx, order);
    });
    if (!started) return;
    const { checkoutId, subscriptionId: id, nonce } = started;
    await house.payPal.control({ action: "approve", id });
    this.bought.set(id, { months: plan === "annual" ? 12 : 1, approvedAt: this.now });
    await this.deliver(id, 0, delivery);
    const client = { userAgent: null, now: this.now };
    const asked = { id: checkoutId, nonce, memberId: member?.id ?? null, client };
    if (isConfirmed) expect(await house.work((ctx) => confirmCheckout(ctx, asked))).toMatchObject({ state: "active" });
  }

  /** Someone gives a month or a year, opened right away; one after the other. */
  private async beGiven(plan: "monthly" | "annual") {
    const { house } = this;
    const isWaiting = this.gifts.some(({ id, isBack }) => {
      const placed = this.given.find(({ sourceId }) => sourceId === id);
      return !isBack && (!placed || (placed.from > this.now && placed.until > this.now));
    });
    if (isWaiting) return;
    const requestId = crypto.randomUUID();
    const words = { giverName: "Bo", giverEmail: "bo@life.test", recipientName: "Ana Lee", recipientEmail: this.email };
    const when = { deliverOn: addDays(dateIn(ZONE, this.now), 1), timezone: ZONE };
    const wanted = { requestId, plan, message: "", consent: true as const, ...words, ...when };
    const ordered = { orderId: "", isPaid: false };
    const isOrdered = await house.attempt(async (ctx) => {
      Object.assign(ordered, await orderGift(ctx, { ...wanted, network: crypto.randomUUID() }));
    });
    if (!isOrdered) return;
    await house.payPal.control({ action: "approve", id: ordered.orderId });
    await house.work(async (ctx) => {
      await captureGift(ctx, { id: requestId, captureKey: giftCaptureKey(ctx.config, requestId) });
    });
    this.gifts.push({ id: requestId, orderId: ordered.orderId, months: plan === "annual" ? 12 : 1, isBack: false });
    await house.work(async (ctx) => {
      const token = giftKey(ctx.config, { giftId: requestId, addressVersion: 1 });
      await redeemGift(ctx, { token, consent: true, client: { userAgent: null, now: ctx.now } });
    });
  }

  private async loseGift(gift: Gift | undefined) {
    if (!gift || gift.isBack) return;
    const known = (await this.house.payPal.events(gift.orderId)).length;
    await this.house.payPal.control({ action: "refund", id: gift.orderId });
    await this.deliver(gift.orderId, known, "backwards, twice");
    gift.isBack = true;
    const placed = this.given.find(({ sourceId }) => sourceId === gift.id);
    if (!placed || placed.until <= this.now) return;
    this.lostGifts.push({ knownAt: this.now, paidUntil: placed.until });
    const lostFrom = addMonths(placed.until, -gift.months, ZONE);
    const added = placed.until - Math.max(this.now, lostFrom);
    // The gifts after it were added to its end.
    for (const one of this.given) {
      const months = this.gifts.find(({ id }) => id === one.sourceId)?.months;
      if (months && one.until > placed.until)
        one.until = Math.max(one.until - added, addMonths(one.from, months, ZONE));
    }
    placed.until = this.now;
  }
}
