import type * as z from "zod";
import type { ReceivedAlarm } from "./alarms.routes.ts";
import type { Fault, faultSchema } from "./faults.ts";
import type { writtenMail } from "./inbound/write-in.ts";
import type { OutboxMail } from "./outbox/outbox.ts";
import { payPalClient } from "./paypal/paypal-client.ts";
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
    writeIn: async (mail: z.input<typeof writtenMail>): Promise<void> => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${url}/inbound`, { method: "POST", headers, body: JSON.stringify(mail) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    /** Sends the Worker an event about an email; returns its status. */
    report: async (mailId: string, type: MailEventType): Promise<number> => {
      const answer = await fetch(`${url}/outbox/${mailId}/events`, {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams({ type }),
      });
      return ((await answer.json()) as { status: number }).status;
    },
    setDomainStatus: async (name: string, status: string): Promise<void> => {
      const answer = await fetch(`${url}/domain-status`, { method: "PUT", body: JSON.stringify({ name, status }) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    /** Alarms sent to the webhook with that name, newest first. */
    alarms: (to: string) => readJson<ReceivedAlarm[]>(`/alarms/${to}`),
    alarmUrl: (to: string) => `${url}/alarms/${to}`,
    /** Sets the quota usage that Resend reports. */
    setUsage: async (usage: z.input<typeof usageSchema>): Promise<void> => {
      const answer = await fetch(`${url}/usage`, { method: "PUT", body: JSON.stringify(usage) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    faults: () => readJson<Fault[]>("/faults"),
    arm: async (fault: z.input<typeof faultSchema>): Promise<void> => {
      const answer = await fetch(`${url}/faults`, { method: "POST", body: JSON.stringify(fault) });
      if (!answer.ok) throw new Error(await answer.text());
    },
  };
}

const asQuery = (to: string | undefined) => (to === undefined ? "" : `?to=${encodeURIComponent(to)}`);
