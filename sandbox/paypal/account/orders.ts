import { toInstant } from "./billing-calendar.ts";
import { type Emit, PAYPAL_API } from "./events.ts";
import { newId } from "./ids.ts";
import { centsOf, type Money } from "./money.ts";
import type { Payment } from "./payment.ts";
import { captureAnswer, refundAnswer } from "./payment-answers.ts";
import type { Payments } from "./payments.ts";
import { type Buyer, buyerOf, cardAnswer } from "./subscription.ts";
import type { Approval } from "./subscriptions.ts";

type OrderStatus = "CREATED" | "APPROVED" | "COMPLETED";

/** What PayPal stores about a purchase; our client sends one unit. */
type PurchaseUnit = {
  reference_id: string;
  amount: Money & Record<string, unknown>;
  custom_id?: string | undefined;
  description?: string | undefined;
};

export type Order = {
  id: string;
  status: OrderStatus;
  unit: PurchaseUnit;
  brandName: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  buyer: Buyer | null;
  createTime: number;
  updateTime: number;
  /** How many of the next captures are declined. */
  declineNext: number;
  /** The buyer pays from a bank: the capture stays pending until the money arrives. */
  isPaidLater: boolean;
  payment: Payment | null;
};

export type NewOrder = Pick<Order, "unit" | "brandName" | "returnUrl" | "cancelUrl">;

export function createOrders({ now, payments, emit }: { now: () => number; payments: Payments; emit: Emit }) {
  const all = new Map<string, Order>();

  return {
    create(wanted: NewOrder): Order {
      const at = now();
      const order: Order = {
        ...wanted,
        id: newId.transaction(),
        status: "CREATED",
        buyer: null,
        createTime: at,
        updateTime: at,
        declineNext: 0,
        isPaidLater: false,
        payment: null,
      };
      all.set(order.id, order);
      return order;
    },
    put: (order: Order) => void all.set(order.id, order),
    find: (id: string) => all.get(id),
    /** Newest first. */
    list: () => [...all.values()].reverse(),
    approve(order: Order, buyer: Omit<Approval, "activates">): void {
      order.status = "APPROVED";
      order.updateTime = now();
      order.buyer = buyerOf(buyer);
      const resource = orderAnswer(order, PAYPAL_API);
      emit(order.id, {
        type: "CHECKOUT.ORDER.APPROVED",
        summary: "An order has been approved by buyer",
        resource,
        at: now(),
      });
    },
    /** False if the buyer's payment method was declined; the order then waits for another one. */
    capture(order: Order): boolean {
      if (order.declineNext > 0) {
        order.declineNext -= 1;
        return false;
      }
      const { custom_id, amount } = order.unit;
      order.status = "COMPLETED";
      order.updateTime = now();
      order.payment = payments.add({
        kind: "capture",
        about: order.id,
        customId: custom_id ?? null,
        cents: centsOf(amount.value) ?? 0,
        currency: amount.currency_code,
        time: now(),
        isPending: order.isPaidLater,
      });
      return true;
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;

function orderLinks({ id, status }: Order, origin: string) {
  const self = `${origin}/v2/checkout/orders/${id}`;
  const approve = { href: `${origin}/paypal/approve/${id}`, rel: "approve", method: "GET" };
  const capture = { href: `${self}/capture`, rel: "capture", method: "POST" };
  return [
    { href: self, rel: "self", method: "GET" },
    ...(status === "CREATED" ? [approve] : []),
    ...(status === "COMPLETED" ? [] : [capture]),
  ];
}

/** An order in PayPal's full form; `payments` are in its unit once it's paid. */
export function orderAnswer(order: Order, origin: string) {
  const { unit, buyer, payment } = order;
  const captured = payment && {
    captures: [captureAnswer(payment, origin)],
    ...(payment.refunds.length > 0
      ? { refunds: payment.refunds.map((refund) => refundAnswer(payment, refund, origin)) }
      : {}),
  };
  return {
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    ...(buyer ? { payment_source: paymentSource(buyer) } : {}),
    purchase_units: [
      {
        ...unit,
        payee: { email_address: "merchant@business.example.com", merchant_id: "C7CYMKZDG8D6E" },
        ...(captured ? { payments: captured } : {}),
      },
    ],
    ...(buyer ? { payer: payerOf(buyer) } : {}),
    create_time: toInstant(order.createTime),
    update_time: toInstant(order.updateTime),
    links: orderLinks(order, origin),
  };
}

const payerOf = ({ email, givenName, surname, payerId }: Buyer) => ({
  name: { given_name: givenName, surname },
  email_address: email,
  payer_id: payerId,
  address: { country_code: "US" },
});

function paymentSource({ email, givenName, surname, payerId, card }: Buyer) {
  if (card) return { card: cardAnswer(card) };
  const name = { given_name: givenName, surname };
  const address = { country_code: "US" };
  return { paypal: { email_address: email, account_id: payerId, account_status: "VERIFIED", name, address } };
}
