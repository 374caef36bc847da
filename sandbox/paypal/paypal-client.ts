import type * as z from "zod";
import type { ControlAction } from "./control/actions.ts";
import type { EventView, OrderView, SubscriptionView } from "./control/views.ts";
import type { PayPalFault, payPalFaultSchema } from "./paypal-faults.ts";
import type { SignatureHeaders } from "./webhooks/signature.ts";

type Filter = { customId?: string; email?: string };

/** Lets tests trigger what happens at PayPal, from any runtime. */
export function payPalClient(sandboxUrl: string) {
  const base = `${sandboxUrl}/paypal/control`;

  const readJson = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(base + path, init);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json() as Promise<T>;
  };
  const post = <T>(path: string, body: unknown) =>
    readJson<T>(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  return {
    /** Triggers an action; control/actions.ts lists them. */
    control: async (action: ControlAction): Promise<unknown> => (await post<{ result: unknown }>("", action)).result,
    /** Newest first. */
    subscriptions: (filter: Filter = {}) =>
      readJson<SubscriptionView[]>(`/subscriptions?${new URLSearchParams(filter)}`),
    subscription: (id: string) => readJson<SubscriptionView>(`/subscriptions/${id}`),
    /** Newest first. */
    orders: (filter: Filter = {}) => readJson<OrderView[]>(`/orders?${new URLSearchParams(filter)}`),
    order: (id: string) => readJson<OrderView>(`/orders/${id}`),
    /** PayPal's events about a subscription or order, oldest first. */
    events: (about: string) => readJson<EventView[]>(`/events?${new URLSearchParams({ about })}`),
    /** An event's body and headers with a valid signature, for tests where no webhook reaches the product. */
    signedEvent: (eventId: string) =>
      readJson<{ body: string; headers: SignatureHeaders }>(`/events/${eventId}/signed`),
    arm: (fault: z.input<typeof payPalFaultSchema>) => post<PayPalFault>("/faults", fault),
    disarm: ({ id }: PayPalFault) => readJson<{ deleted: number }>(`/faults/${id}`, { method: "DELETE" }),
    faults: () => readJson<PayPalFault[]>("/faults"),
  };
}
