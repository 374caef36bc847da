import type { MailDomain } from "#domain/contract/mail.ts";
import type { Ctx } from "../kernel/context.ts";
import { senderAddress } from "../kernel/resend/mailer.ts";

export async function readSenderDomain(ctx: Ctx): Promise<MailDomain> {
  const sender = senderAddress(ctx.config);
  const domain = sender.slice(sender.lastIndexOf("@") + 1).toLowerCase();
  const answer = await ctx.mailer.readDomain(domain);
  if (answer.kind === "no_answer") return { domain, state: "unknown", problem: answer.problem, records: [] };
  if (answer.kind === "unknown") {
    const problem = `Resend doesn't have ${domain} yet. Add it there, and its DNS records appear here.`;
    return { domain, state: "not_verified", problem, records: [] };
  }
  const records = answer.records
    .map(({ record, type, name, value, status }) => {
      return { purpose: record, type, host: name, value, isVerified: status === "verified" };
    })
    .toSorted((a, b) => Number(b.purpose === "DKIM") - Number(a.purpose === "DKIM"));
  const signs = records.some(({ purpose, isVerified }) => purpose === "DKIM" && isVerified);
  if (answer.status === "verified" && signs) return { domain, state: "configured", problem: null, records };
  const problem = `Resend hasn't verified ${domain} yet. Add the records below at your DNS provider. Verification can take a few hours.`;
  return { domain, state: "not_verified", problem, records };
}
