import { createHmac, randomUUID } from "node:crypto";
import { bareAddress, type OutboxMail } from "../outbox/outbox.ts";

/** The key that signs the sandbox's events. Resend shows its counterpart only once. */
export const RESEND_SANDBOX_SECRET = "whsec_c2FuZGJveC1vZi1yZXNlbmQtc2lnbnMtd2l0aC10aGlz";

export const MAIL_EVENT_TYPES = [
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.complained",
  "email.failed",
  "email.suppressed",
] as const;
export type MailEventType = (typeof MAIL_EVENT_TYPES)[number];

/** Svix's signature: over ID, second, and body, with the part of the secret after "whsec_". */
export function signMailEvent(body: string, { id, now }: { id: string; now: number }): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(RESEND_SANDBOX_SECRET.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
}

type AboutMail = Pick<OutboxMail, "id" | "to" | "subject" | "from" | "tags">;

const BOUNCE = {
  type: "Permanent",
  subType: "General",
  message: "The mailbox does not exist.",
  diagnosticCode: ["smtp; 550 5.1.1 user unknown"],
};
const SUPPRESSED = { type: "OnAccountSuppressionList", message: "The address is on the account's suppression list." };

/** An event's body. Bounces are permanent. */
export function mailEventBody(mail: AboutMail, type: MailEventType, now: number): string {
  const created_at = new Date(now).toISOString();
  const data = {
    created_at,
    email_id: mail.id,
    message_id: `<${mail.id}@sandbox.test>`,
    from: mail.from ?? "",
    to: mail.to,
    subject: mail.subject,
    tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])),
    ...(type === "email.bounced" ? { bounce: BOUNCE } : {}),
    ...(type === "email.suppressed" ? { suppressed: SUPPRESSED } : {}),
    ...(type === "email.failed" ? { failed: { reason: "reached_daily_quota" } } : {}),
  };
  return JSON.stringify({ type, created_at, data });
}

/** delivered@, bounced@, complained@, and suppressed@, with or without a plus part, as at resend.dev. */
const BY_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@/;

type MailEventsOptions = { now: () => number; workerUrl: string | null };

export function createMailEvents({ now, workerUrl }: MailEventsOptions) {
  /** Sends the event to the Worker and returns its status; null if there's no Worker or no response. */
  const report = async (mail: AboutMail, type: MailEventType): Promise<number | null> => {
    if (workerUrl === null) return null;
    const body = mailEventBody(mail, type, now());
    const headers = {
      "content-type": "application/json",
      ...signMailEvent(body, { id: `msg_${randomUUID()}`, now: now() }),
    };
    const url = `${workerUrl}/api/resend/webhook`;
    return fetch(url, { method: "POST", headers, body }).then(
      ({ status }) => status,
      () => null,
    );
  };
  return {
    report,
    /** Sends the events that some addresses always cause; a complaint comes after the delivery. */
    reportByAddress(mail: AboutMail): void {
      const [, word] = BY_ADDRESS.exec(bareAddress(mail.to[0] ?? "") ?? "") ?? [];
      if (word === undefined) return;
      // Deferred, because the sending call gets its response before its events arrive.
      const types: MailEventType[] =
        word === "complained" ? ["email.delivered", "email.complained"] : [`email.${word}` as MailEventType];
      setTimeout(
        () =>
          void types.reduce(
            (before, type) => before.then(() => report(mail, type).then(() => undefined)),
            Promise.resolve(),
          ),
        50,
      );
    },
  };
}

export type MailEvents = ReturnType<typeof createMailEvents>;
