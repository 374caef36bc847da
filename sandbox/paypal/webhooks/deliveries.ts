import type { PayPalEvent } from "../account/events.ts";
import type { SignatureHeaders, Signer } from "./signature.ts";

/** Short: PayPal spreads its 25 tries over three days. */
const BACK_OFF_MS = [200, 400, 800, 1500, 3000, 5000, 10_000];
const TRIES = 25;
const ANSWER_WITHIN_MS = 30_000;

type DeliveryState = "recorded" | "held" | "sending" | "delivered" | "failed";

export type Delivery = {
  event: PayPalEvent;
  /** ID of its subscription or order. */
  about: string;
  body: string;
  state: DeliveryState;
  attempts: number;
  /** Status of the last response; null before the first, and if there was none. */
  lastStatus: number | null;
};

type DeliveriesOptions = {
  signer: Signer;
  /** Null: events are only recorded. */
  url: string | null;
};

export function createDeliveries({ signer, url }: DeliveriesOptions) {
  const all: Delivery[] = [];
  const held = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const later = (delivery: Delivery, delayMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(delivery);
    }, delayMs);
    timers.add(timer);
  };

  async function attempt(delivery: Delivery): Promise<void> {
    if (isStopped || delivery.state !== "sending" || url === null) return;
    delivery.attempts += 1;
    delivery.lastStatus = await post(url, delivery.body, signer.sign(delivery.body));
    const isTaken = delivery.lastStatus !== null && delivery.lastStatus >= 200 && delivery.lastStatus < 300;
    if (isTaken) delivery.state = "delivered";
    else if (delivery.attempts >= TRIES) delivery.state = "failed";
    else later(delivery, BACK_OFF_MS[Math.min(delivery.attempts, BACK_OFF_MS.length) - 1] ?? 0);
  }

  const send = (delivery: Delivery) => {
    if (url === null) {
      delivery.state = "recorded";
      return;
    }
    delivery.state = "sending";
    // Deferred, because PayPal responds to the call that caused an event before it sends the event.
    later(delivery, 0);
  };

  return {
    add(about: string, event: PayPalEvent): void {
      const delivery: Delivery = {
        event,
        about,
        body: asPayPalWrites(event),
        state: "held",
        attempts: 0,
        lastStatus: null,
      };
      all.push(delivery);
      if (!held.has(about)) send(delivery);
    },
    /** Oldest first. */
    list: (about?: string) => all.filter((delivery) => about === undefined || delivery.about === about),
    find: (eventId: string) => all.find(({ event }) => event.id === eventId),
    isHeld: (about: string) => held.has(about),
    hold: (about: string) => void held.add(about),
    /** Delivers new events of this subscription or order again; held ones wait for `release`. */
    unhold: (about: string) => void held.delete(about),
    /** Sends events in this order, one after the other, even those already sent. */
    async release(deliveries: Delivery[]): Promise<void> {
      for (const delivery of deliveries) {
        if (url === null) delivery.state = "recorded";
        else {
          delivery.state = "sending";
          await attempt(delivery);
        }
      }
    },
    /** An event's body with a fresh signature, for tests that deliver it themselves. */
    signed: (delivery: Delivery) => ({ body: delivery.body, headers: signer.sign(delivery.body) }),
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** PayPal escapes non-ASCII characters: a body that is parsed and serialized again has different bytes. */
const asPayPalWrites = (event: PayPalEvent) =>
  JSON.stringify(event).replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

async function post(url: string, body: string, headers: SignatureHeaders): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": "PayPal/AUHR-214.0-0" },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
