import type * as z from "zod";
import type { ReceivedAlarm } from "./alarms.routes.ts";
import type { Fault, faultSchema } from "./faults.ts";
import type { writtenMail } from "./inbound/write-in.ts";
import type { OutboxMail } from "./outbox/outbox.ts";
import { payPalClient } from "./paypal/paypal-client.ts";
import type { PushedMessage, PushFault } from "./push/push.routes.ts";
import type { MailEventType } from "./resend/mail-events.ts";
import type { TrafficReport } from "./resend/traffic.ts";
import type { usageSchema } from "./resend/usage.ts";

export type ProductMail = OutboxMail & { html: string; text: string };

/** Lets tests read the outbox and order faults, from any runtime. */
export function sandboxClient(url: string) {
  const readJson = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json() as Promise<T>;
  };

  const tell = async (method: "POST" | "PUT", path: string, body: unknown): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  };

  const outbox = (to?: string) => readJson<OutboxMail[]>(`/outbox${asQuery(to)}`);

  return {
    paypal: payPalClient(url),
    /** Emails to an address, or all; newest first. */
    outbox,
    /** Emails to an address, with both bodies, as all of the product's have. */
    mailsTo: async (address: string): Promise<ProductMail[]> =>
      (await outbox(address)).map(({ html, text, ...mail }) => ({ ...mail, html: html ?? "", text: text ?? "" })),
    /** How fast emails have arrived since `forgetTraffic`. */
    traffic: () => readJson<TrafficReport>("/traffic"),
    forgetTraffic: async (): Promise<void> => void (await fetch(`${url}/traffic`, { method: "DELETE" })),
    count: async (to?: string) => (await readJson<{ count: number }>(`/outbox/count${asQuery(to)}`)).count,
    /** Delivers an email to the product, as Email Routing would. */
    writeIn: (mail: z.input<typeof writtenMail>) => tell("POST", "/inbound", mail),
    /** Sends the Worker an event about an email; returns its status. */
    report: async (mailId: string, type: MailEventType): Promise<number> => {
      const answer = await fetch(`${url}/outbox/${mailId}/events`, {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams({ type }),
      });
      return ((await answer.json()) as { status: number }).status;
    },
    setDomainStatus: (name: string, status: string) => tell("PUT", "/domain-status", { name, status }),
    /** A new browser's subscription, as `PushSubscription.toJSON` has it, and its ID here. */
    subscribe: async (
      publicKey: string,
    ): Promise<{ id: string; endpoint: string; keys: { p256dh: string; auth: string } }> => {
      const body = JSON.stringify({ publicKey });
      const answer = await fetch(`${url}/push/subscriptions`, { method: "POST", headers: JSON_BODY, body });
      return answer.json() as never;
    },
    unsubscribe: async (id: string): Promise<void> =>
      void (await fetch(`${url}/push/subscriptions/${id}`, { method: "DELETE" })),
    /** Notifications to a subscription, the newest first. */
    pushed: async (id: string) =>
      (await readJson<PushedMessage[]>("/push/messages")).filter(({ subscription }) => subscription === id),
    breakPush: (fault: PushFault) => tell("POST", "/push/faults", fault),
    /** Alarms sent to the webhook with that name, newest first. */
    alarms: (to: string) => readJson<ReceivedAlarm[]>(`/alarms/${to}`),
    alarmUrl: (to: string) => `${url}/alarms/${to}`,
    /** Sets the quota usage that Resend reports. */
    setUsage: (usage: z.input<typeof usageSchema>) => tell("PUT", "/usage", usage),
    faults: () => readJson<Fault[]>("/faults"),
    arm: (fault: z.input<typeof faultSchema>) => tell("POST", "/faults", fault),
  };
}

const JSON_BODY = { "content-type": "application/json" };

const asQuery = (to: string | undefined) => (to === undefined ? "" : `?to=${encodeURIComponent(to)}`);
