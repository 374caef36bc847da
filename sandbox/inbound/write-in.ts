import { randomUUID } from "node:crypto";
import * as z from "zod";

const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\r\n]*$/, "must be one line");

/** An email to us. Wrangler rejects one without a sender. */
export const writtenMail = z.object({
  from: line(300).min(1, "can't be empty"),
  to: line(300).min(1, "can't be empty"),
  subject: line(500).default(""),
  text: z.string().max(20_000).default(""),
});
export type WrittenMail = z.infer<typeof writtenMail>;

const encoded = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text, "utf8").toString("base64")}?=`;

/** The email's raw form (RFC 5322). */
function rawMail({ from, to, subject, text }: WrittenMail, now: number): string {
  const headers = {
    From: from,
    To: to,
    Subject: encoded(subject),
    Date: new Date(now).toUTCString(),
    "Message-ID": `<${randomUUID()}@sandbox.test>`,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...head, "", ...text.split(/\r?\n/), ""].join("\r\n");
}

/** Delivers an email to the Worker as Email Routing would, at wrangler's address. @throws Error with its response */
export async function writeIn(workerUrl: string, mail: WrittenMail, now: number): Promise<void> {
  const bare = /<([^<>]*)>$/.exec(mail.from)?.[1] ?? mail.from;
  const query = new URLSearchParams({ from: bare, to: mail.to });
  const answer = await fetch(`${workerUrl}/cdn-cgi/local/email?${query}`, {
    method: "POST",
    body: rawMail(mail, now),
  });
  if (!answer.ok) throw new Error(`The Worker returned ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
}
