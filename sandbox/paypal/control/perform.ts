import type * as z from "zod";
import type { Account } from "../account/account.ts";
import { toInstant } from "../account/billing-calendar.ts";
import { PAYPAL_API } from "../account/events.ts";
import type { Order } from "../account/orders.ts";
import { type Payment, paymentStatus, refundedCents } from "../account/payment.ts";
import { type Subscription, type SubscriptionStatus, subscriptionAnswer } from "../account/subscription.ts";
import type { Deliveries, Delivery } from "../webhooks/deliveries.ts";
import type { controlAction } from "./actions.ts";

/** The action isn't possible now; the message says why. */
export class ControlError extends Error {}

type Parts = { account: Account; deliveries: Deliveries };
type Action = z.output<typeof controlAction>;

export function createPerform({ account, deliveries }: Parts) {
  const { subscriptions, orders, payments } = account;

  const subscriptionOf = (id: string, ...statuses: SubscriptionStatus[]): Subscription => {
    const subscription = subscriptions.find(id);
    if (!subscription) throw new ControlError(`There's no subscription with ID ${id}.`);
    if (statuses.length > 0 && !statuses.includes(subscription.status)) {
      throw new ControlError(`The subscription is ${subscription.status}, but must be ${statuses.join(" or ")}.`);
    }
    return subscription;
  };

  const paymentOf = ({ id, paymentId }: { id: string; paymentId?: string | undefined }): Payment => {
    const all = payments.of(id);
    const payment = paymentId ? all.find((one) => one.id === paymentId) : all.at(-1);
    if (!payment) throw new ControlError("There's no such payment.");
    return payment;
  };

  const deliveriesOf = (ids: string[]): Delivery[] =>
    ids.map((id) => {
      const delivery = deliveries.find(id);
      if (!delivery) throw new ControlError(`There's no event with ID ${id}.`);
      return delivery;
    });

  const subscribe = ({ planId, customId, startTime }: Extract<Action, { action: "subscribe" }>) => {
    const plan = account.plans.find(planId);
    if (!plan) throw new ControlError(`There's no plan with ID ${planId}.`);
    const context = { brandName: null, returnUrl: null, cancelUrl: null };
    const wanted = { plan, startTime: startTime ?? null, customId: customId ?? null, ...context };
    return { id: subscriptions.create(wanted).id };
  };

  const approve = ({ id, activates, ...buyer }: Extract<Action, { action: "approve" }>) => {
    const order = orders.find(id);
    if (!order) return subscriptions.approve(subscriptionOf(id, "APPROVAL_PENDING"), { ...buyer, activates });
    if (order.status !== "CREATED") throw new ControlError(`The order is ${order.status}.`);
    orders.approve(order, buyer);
  };

  const refund = (action: Extract<Action, { action: "refund" }>) => {
    const payment = paymentOf(action);
    const left = payment.cents - refundedCents(payment);
    if (paymentStatus(payment) === "REFUNDED" || (action.cents ?? 0) > left) {
      throw new ControlError("You can't refund more than what's left.");
    }
    const at = account.clockOf(payment.about);
    payments.refund(payment, { cents: action.cents ?? left, at });
  };

  const resourceOf = (id: string): Record<string, unknown> => {
    const about: Subscription | Order | undefined = subscriptions.find(id) ?? orders.find(id);
    return about && "plan" in about ? subscriptionAnswer(about, PAYPAL_API) : { id };
  };

  return async (action: Action): Promise<unknown> => {
    switch (action.action) {
      case "subscribe":
        return subscribe(action);
      case "approve":
        return approve(action);
      case "failNext": {
        const order = orders.find(action.id);
        if (order) order.declineNext = action.times;
        else subscriptionOf(action.id).failNext = action.times;
        return;
      }
      case "payLater": {
        const order = orders.find(action.id);
        if (!order || order.payment) throw new ControlError("There's no such unpaid order.");
        order.isPaidLater = true;
        return;
      }
      case "clear": {
        const payment = paymentOf(action);
        if (payment.clearing !== "PENDING") throw new ControlError("This payment isn't pending.");
        return payments.clear(payment, { isPaid: action.isPaid, at: account.clockOf(action.id) });
      }
      case "recover":
        return subscriptions.recover(subscriptionOf(action.id, "ACTIVE", "SUSPENDED"));
      case "advance": {
        const subscription = subscriptionOf(action.id);
        if (action.to < subscriptions.clockOf(subscription)) {
          throw new ControlError(
            `Time can't go back. For this subscription, it's ${toInstant(subscriptions.clockOf(subscription))}.`,
          );
        }
        return subscriptions.advance(subscription, action.to);
      }
      case "setClock":
        return action.id === undefined
          ? subscriptions.setNewClock(action.at)
          : subscriptions.setClock(subscriptionOf(action.id, "APPROVAL_PENDING"), action.at);
      case "activate":
        return subscriptions.activate(subscriptionOf(action.id, "APPROVED", "SUSPENDED"));
      case "suspend":
        return subscriptions.suspend(subscriptionOf(action.id, "ACTIVE"));
      case "cancel":
        return subscriptions.cancel(subscriptionOf(action.id, "ACTIVE", "SUSPENDED"), "Cancelled at PayPal");
      case "expire":
        return subscriptions.expire(subscriptionOf(action.id, "ACTIVE", "SUSPENDED"));
      case "refund":
        return refund(action);
      case "refundAs":
        paymentOf(action).nextRefund = action.status;
        return;
      case "reverse": {
        const { isAsPublished = false } = action;
        return payments.reverse(paymentOf(action), { at: account.clockOf(action.id), isAsPublished });
      }
      case "dispute": {
        const type = action.isOldName === true ? "RISK.DISPUTE.CREATED" : "CUSTOMER.DISPUTE.CREATED";
        return account.disputes.open(paymentOf(action), { at: account.clockOf(action.id), type });
      }
      case "resolve": {
        const { result } = action;
        if (!account.disputes.close(paymentOf(action), { at: account.clockOf(action.id), result }))
          throw new ControlError("This payment isn't disputed.");
        return;
      }
      case "report":
        return account.emit(action.id, {
          type: action.type,
          summary: action.type,
          resource: resourceOf(action.id),
          at: account.clockOf(action.id),
        });
      case "hold":
        return deliveries.hold(action.id);
      case "release": {
        deliveries.unhold(action.id);
        const held = deliveries.list(action.id).filter(({ state }) => state === "held");
        return deliveries.release(action.events ? deliveriesOf(action.events) : held);
      }
      case "replay":
        return deliveries.release(deliveriesOf(action.events));
    }
  };
}

export type Perform = ReturnType<typeof createPerform>;
