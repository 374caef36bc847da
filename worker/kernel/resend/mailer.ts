import { Resend } from "resend";
import * as z from "zod";
import type { Config } from "../env.ts";
import { askForDomain, type DomainAnswer } from "./domain-answer.ts";
import { outcomeOfError, type SendOutcome } from "./send-outcome.ts";

const quota = z.object({ used: z.number(), limit: z.number().nullable() });
const usage = z.object({ emails: z.object({ daily: quota, monthly: quota }) });

type Quota = { used: number; limit: number; of: "day" | "month" };

/** The mails that the account may send, as far as there is a limit; null when Resend does not tell, as it does not every account. */
async function askForQuotas(resend: Resend, timeoutMs: number): Promise<Quota[] | null> {
  try {
    const { data } = await resend.usage.get({ signal: AbortSignal.timeout(timeoutMs) });
    const told = usage.safeParse(data);
    if (!told.success) return null;
    const { daily, monthly } = told.data.emails;
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
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  tags?: { name: string; value: string }[];
};

/**
 * Sends at most 100 mails in one call; a rejected address does not hold up the others. The key makes a repeated call harmless
 * for 24 hours, as long as the mails are the same to the byte. The lane is the queue that a batch came by.
 */
export type Mailer = {
  sendBatch(mails: Mail[], idempotencyKey: string, lane?: string): Promise<SendOutcome>;
  /** The event of a body that the provider has signed with a secret, not longer ago than five minutes; else null. */
  verifyEvent(body: string, signature: { id: string; timestamp: string; signature: string }, secret: string): unknown;
  /** Lets the provider send to an address again that it refuses; false when it did not do that. */
  forgetSuppression(address: string): Promise<boolean>;
  /** What the provider says of a domain of the account. */
  readDomain(name: string): Promise<DomainAnswer>;
  /** How much of what the account may send is used up; null when the provider does not tell. */
  readQuotas(): ReturnType<typeof askForQuotas>;
};

/** The address alone that mails come from, without the name before it. */
export function senderAddress({ mailFrom }: Pick<Config, "mailFrom">): string {
  const [, address] = /<([^<>]+)>$/.exec(mailFrom) ?? [];
  return address ?? mailFrom;
}

const TIMEOUT_MS = 30_000;
/** Means nothing to Resend; the sandbox counts by it. */
const LANE_HEADER = "x-daybolt-lane";
/** Somebody waits for it before a screen. */
const DOMAIN_TIMEOUT_MS = 10_000;

const accepted = z.object({
  errors: z.array(z.object({ index: z.int(), message: z.string() })).optional(),
});

/** A workerd fetch needs no more than this from the SDK: our mails are HTML and text already. */
export function createMailer(config: Config): Mailer {
  const resend = new Resend(config.resendApiKey, {
    ...(config.resendBaseUrl ? { baseUrl: config.resendBaseUrl } : {}),
  });
  const signed = (mail: Mail) => ({ from: config.mailFrom, ...mail });
  return {
    async sendBatch(mails, idempotencyKey, lane) {
      // As if the provider had refused us: all sending pauses and is tried again, and nothing is lost.
      if (config.mailHindrance !== null)
        return { kind: "blocked", reason: "particulars", message: config.mailHindrance };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { data, error, headers } = await resend.batch.send(mails.map(signed), {
        idempotencyKey,
        signal,
        batchValidation: "permissive",
        ...(lane ? { headers: { [LANE_HEADER]: lane } } : {}),
      });
      if (error) return outcomeOfError(error, headers);
      const answer = accepted.safeParse(data);
      // A 2xx that cannot be read was accepted all the same: never a second mail for it.
      return { kind: "accepted", rejected: answer.success ? (answer.data.errors ?? []) : [] };
    },
    verifyEvent(payload, headers, webhookSecret) {
      try {
        return resend.webhooks.verify({ payload, headers, webhookSecret });
      } catch {
        return null;
      }
    },
    async forgetSuppression(address) {
      const { error } = await resend.suppressions.remove(address);
      return error === null || error.statusCode === 404;
    },
    readDomain: (name) => askForDomain(resend, name, DOMAIN_TIMEOUT_MS),
    readQuotas: () => askForQuotas(resend, DOMAIN_TIMEOUT_MS),
  };
}
