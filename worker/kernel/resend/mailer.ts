import { Resend } from "resend";
import * as z from "zod";
import { HOUR_MS } from "#domain/durations.ts";
import type { Config } from "../env.ts";
import { askForDomain } from "./domain-answer.ts";
import { outcomeOfError, type SendOutcome } from "./send-outcome.ts";

const quota = z.object({ used: z.number(), limit: z.number().nullable() });
const usage = z.object({ emails: z.object({ daily: quota, monthly: quota }) });

type Quota = { used: number; limit: number; of: "day" | "month" };

/** Null if Resend doesn't report limits, which depends on the account. */
async function askForQuotas(resend: Resend, timeoutMs: number): Promise<Quota[] | null> {
  try {
    const { data } = await resend.usage.get({ signal: AbortSignal.timeout(timeoutMs) });
    const parsed = usage.safeParse(data);
    if (!parsed.success) return null;
    const { daily, monthly } = parsed.data.emails;
    return [
      { ...daily, of: "day" as const },
      { ...monthly, of: "month" as const },
    ].flatMap(({ limit, ...rest }) => (limit === null ? [] : [{ ...rest, limit }]));
  } catch {
    return null;
  }
}

export type Mail = {
  to: string;
  /** `MAIL_FROM` by default. */
  from?: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  tags?: { name: string; value: string }[];
};

/** Resend's limit for one batch call. */
export const MAILS_PER_CALL = 100;
/** Resend remembers an idempotency key for 24 hours; this leaves an hour of margin. After that, a retry could send a second email. */
export const KEY_LIFETIME_MS = 23 * HOUR_MS;

/** The sender's bare address, without the display name. */
export function senderAddress({ mailFrom }: Pick<Config, "mailFrom">): string {
  const [, address] = /<([^<>]+)>$/.exec(mailFrom) ?? [];
  return address ?? mailFrom;
}

const TIMEOUT_MS = 30_000;
/** Short, because a person waits for it. */
const DOMAIN_TIMEOUT_MS = 10_000;

const accepted = z.object({ errors: z.array(z.object({ index: z.int(), message: z.string() })).optional() });

type EventSignature = { id: string; timestamp: string; signature: string };

/** The SDK's default setup works in workerd, because our emails are already HTML and text and need no rendering. */
export function createMailer(config: Config) {
  const resend = new Resend(config.resendApiKey, {
    ...(config.resendBaseUrl ? { baseUrl: config.resendBaseUrl } : {}),
  });
  const signed = (mail: Mail) => ({ from: config.mailFrom, ...mail });
  return {
    /** The key makes a byte-identical retry harmless for 24 hours. */
    async sendBatch(mails: Mail[], idempotencyKey: string): Promise<SendOutcome> {
      // Treated like a refusal by the provider: all sending pauses and is retried, and nothing is lost.
      if (config.mailHindrance !== null)
        return { kind: "blocked", reason: "particulars", message: config.mailHindrance };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { data, error, headers } = await resend.batch.send(mails.map(signed), {
        idempotencyKey,
        signal,
        batchValidation: "permissive",
      });
      if (error) return outcomeOfError(error, headers);
      const answer = accepted.safeParse(data);
      // A 2xx that we can't read still means accepted. Never send a second email for it.
      return { kind: "accepted", rejected: answer.success ? (answer.data.errors ?? []) : [] };
    },
    /** Returns the event if the provider signed the body within the last five minutes, else null. */
    verifyEvent(payload: string, headers: EventSignature, webhookSecret: string): unknown {
      try {
        return resend.webhooks.verify({ payload, headers, webhookSecret });
      } catch {
        return null;
      }
    },
    /** Removes an address from the provider's suppression list. Returns false if the provider didn't. */
    async forgetSuppression(address: string): Promise<boolean> {
      const { error } = await resend.suppressions.remove(address);
      return error === null || error.statusCode === 404;
    },
    readDomain: (name: string) => askForDomain(resend, name, DOMAIN_TIMEOUT_MS),
    readQuotas: () => askForQuotas(resend, DOMAIN_TIMEOUT_MS),
  };
}

export type Mailer = ReturnType<typeof createMailer>;
