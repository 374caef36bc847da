import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Fault, Faults } from "../faults.ts";
import { hangUp, type SandboxEnv } from "../hang-up.ts";
import type { NewOutboxMail, Outbox } from "../outbox/outbox.ts";
import type { Domains } from "./domains.ts";
import type { Claim, IdempotencyKeys } from "./idempotency.ts";
import type { MailEvents } from "./mail-events.ts";
import type { Mail } from "./read-mail.ts";
import { type ReadSend, recipientsOfPayload } from "./read-send.ts";
import { type ResendError, refusalOfFault, resendError } from "./resend-errors.ts";

type Parts = {
  mailEvents: MailEvents;
  outbox: Outbox;
  faults: Faults;
  domains: Domains;
  idempotencyKeys: IdempotencyKeys;
  takesMs: number;
  wait: (ms: number) => Promise<void>;
};

type Outcome = { ok: true; answer: unknown } | { ok: false; error: ResendError };

export function createSend({ mailEvents, outbox, faults, domains, idempotencyKeys, takesMs, wait }: Parts) {
  return async (c: Context<SandboxEnv>, endpoint: string, read: (payload: unknown) => ReadSend) => {
    const body = await c.req.text();
    const payload = parseJson(body);
    c.set("mails", Array.isArray(payload) ? payload.length : 1);
    const fault = faults.take(recipientsOfPayload(payload));
    if (fault?.kind === "cut") return hangUp(c);
    const refusal = fault && refusalOfFault(fault);
    if (refusal) return refusal;

    const key = c.req.header("idempotency-key");
    const outcome = await sendOnce({ endpoint, key, body, fault, accept: () => accept(read(payload), key) });
    if (fault?.kind === "drop_after_accept") return hangUp(c);
    if (outcome.ok) return c.json(outcome.answer);
    return Response.json(outcome.error, { status: outcome.error.statusCode });
  };

  async function sendOnce(call: {
    endpoint: string;
    key: string | undefined;
    body: string;
    fault: Fault | undefined;
    accept: () => Outcome;
  }): Promise<Outcome> {
    const { endpoint, key, body, fault } = call;
    if (key !== undefined && (key.length < 1 || key.length > 256))
      return refuse(resendError("invalid_idempotency_key"));
    const claim: Claim | null = key === undefined ? null : idempotencyKeys.claim(endpoint, key, body);
    if (claim?.kind === "conflict") return refuse(claim.error);
    // Waits inside the claim, so a second call with the same key meets a delayed one in flight.
    const waitMs = fault?.kind === "delay" ? fault.delayMs : takesMs;
    if (waitMs > 0) await wait(waitMs);
    if (claim?.kind === "replay") return { ok: true, answer: claim.answer };

    const outcome = call.accept();
    if (outcome.ok) claim?.settle(outcome.answer);
    else claim?.release();
    return outcome;
  }

  function accept(send: ReadSend, key: string | undefined): Outcome {
    if (!send.ok) return send;
    const unverified = send.mails.map(({ mail }) => domains.admitSender(mail.from)).find((error) => error !== null);
    if (unverified) return refuse(unverified);
    const mails = send.mails.map(({ mail, payload }) => outbox.add(mailForOutbox(mail, payload, key ?? null)));
    for (const mail of mails) mailEvents.reportByAddress(mail);
    return { ok: true, answer: send.answer(mails.map(({ id }) => id)) };
  }
}

const refuse = (error: ResendError): Outcome => ({ ok: false, error });

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `payload` is this email's part of the call as sent: its hash shows whether a retry was byte-identical. */
function mailForOutbox(mail: Mail, payload: unknown, idempotencyKey: string | null): NewOutboxMail {
  return {
    to: mail.to,
    from: mail.from,
    replyTo: mail.reply_to,
    subject: mail.subject,
    html: mail.html ?? null,
    text: mail.text ?? null,
    headers: mail.headers,
    tags: mail.tags,
    idempotencyKey,
    payloadSha256: createHash("sha256").update(JSON.stringify(payload)).digest("hex"),
  };
}
