import type { InboundMail } from "#domain/contract/mail-responses.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { formatCount } from "#domain/formats.ts";
import { answerSubject } from "#domain/rules/inbound-mail.ts";

export const isOverdue = (answerBy: string | null, now: number) => answerBy !== null && Date.parse(answerBy) < now;

export function answerByText(answerBy: string | null, now: number): string {
  if (answerBy === null) return "";
  const left = Date.parse(answerBy) - now;
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  const length =
    hours < 1
      ? "less than an hour"
      : hours < 48
        ? formatCount(hours, "hour")
        : formatCount(Math.floor(hours / 24), "day");
  return left < 0 ? `Reply is ${length} overdue.` : `Reply is due in ${length}.`;
}

/** Opens the operator's mail program. The address and subject are a stranger's, so nothing of them is left as it is. */
export function replyTo({ fromAddress, subject }: Pick<InboundMail, "fromAddress" | "subject">): string {
  return `mailto:${encodeURIComponent(fromAddress)}?subject=${encodeURIComponent(answerSubject(subject))}`;
}

const ACKNOWLEDGED: Record<NonNullable<InboundMail["acknowledgement"]>, string> = {
  sent: "acknowledged",
  automatic: "automatic reply, not acknowledged",
  no_address: "no address to acknowledge",
  limited: "not acknowledged (daily limit)",
};

export function handlingText({ acknowledgement, forwardedAt }: InboundMail): string {
  return [acknowledgement && ACKNOWLEDGED[acknowledgement], forwardedAt ? "forwarded" : "not forwarded"]
    .filter(Boolean)
    .join(" · ");
}
