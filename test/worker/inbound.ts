import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { BRAND } from "#domain/brand.ts";
import worker from "#worker/index.ts";
import type { InboundRow } from "#worker/mail-responses/inbound/inbound.queries.ts";
import { selectInbound } from "#worker/mail-responses/inbound/inbound.queries.ts";
import { db, rowsOf } from "./factories.ts";

type Incoming = {
  /** The envelope's sender; the email's own by default. */
  envelopeFrom?: string;
  to?: string;
  raw?: string | Uint8Array;
  canForward?: boolean;
  bindings?: Record<string, unknown>;
};

/** What the platform did with an email. */
type Handled = { forwardedTo: string[]; forwardHeaders: Headers[]; rejected: string[] };

type Written = {
  from?: string;
  subject?: string;
  text?: string;
  messageId?: string;
  headers?: Record<string, string>;
};

export function rawMail({ from = "", subject = "Hello", text = "Hi.", messageId, headers = {} }: Written): string {
  const lines = {
    ...(from ? { From: from } : {}),
    To: BRAND.supportEmail,
    Subject: subject,
    "Message-ID": messageId ?? `<${crypto.randomUUID()}@x.test>`,
    ...headers,
  };
  return [...Object.entries(lines).map(([name, value]) => `${name}: ${value}`), "", text, ""].join("\r\n");
}

/** Delivers an email to the Worker's entry point, as Email Routing would. */
export async function mailIn({
  envelopeFrom = "",
  to = BRAND.supportEmail,
  raw = "",
  ...rest
}: Incoming): Promise<Handled> {
  const { canForward = true, bindings = {} } = rest;
  const handled: Handled = { forwardedTo: [], forwardHeaders: [], rejected: [] };
  const bytes = typeof raw === "string" ? new TextEncoder().encode(raw) : raw;
  const message = {
    from: envelopeFrom,
    to,
    raw: new Response(bytes as Uint8Array<ArrayBuffer>).body ?? new ReadableStream(),
    rawSize: bytes.length,
    async forward(address: string, headers?: Headers) {
      if (!canForward) throw new Error("destination address not verified");
      handled.forwardedTo.push(address);
      handled.forwardHeaders.push(headers ?? new Headers());
      return { messageId: "" };
    },
    setReject: (reason: string) => void handled.rejected.push(reason),
  };
  const execution = createExecutionContext();
  await worker.email(message as unknown as ForwardableEmailMessage, { ...env, ...bindings }, execution);
  await waitOnExecutionContext(execution);
  return handled;
}

/** Sends an email from an address, and returns what happened to it and its row. */
export async function writeIn(written: Written & { from: string }, more: Incoming = {}) {
  const envelopeFrom = /<([^<>]*)>/.exec(written.from)?.[1] ?? written.from;
  const handled = await mailIn({ envelopeFrom, raw: rawMail(written), ...more });
  return { ...handled, rows: await inboundOf(envelopeFrom) };
}

/** Stored emails from an address, oldest first. */
export async function inboundOf(address: string): Promise<InboundRow[]> {
  const ids = await rowsOf("select id from inbound_mails where from_address = ? order by received_at", address);
  const rows = await Promise.all(ids.map(({ id }) => selectInbound(db, String(id))));
  return rows.flat();
}
