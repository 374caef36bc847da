import type { InboundMail } from "#domain/contract/mail-responses.ts";
import { HOUR_MS } from "#domain/durations.ts";

export function answerByText(answerBy: string | null, now: number): string {
  if (answerBy === null) return "";
  const left = Date.parse(answerBy) - now;
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  const length = hours === 0 ? "less than an hour" : hours === 1 ? "1 hour" : `${hours} hours`;
  return left < 0 ? `The promised answer is late by ${length}.` : `The promised answer is due in ${length}.`;
}

const ACKNOWLEDGED: Record<NonNullable<InboundMail["acknowledgement"]>, string> = {
  sent: "acknowledged",
  automatic: "sent by a program, so not acknowledged",
  no_address: "no address to acknowledge it to",
  limited: "not acknowledged: enough for that day",
};

export function handlingText({ acknowledgement, forwardedAt }: InboundMail): string {
  return [acknowledgement && ACKNOWLEDGED[acknowledgement], forwardedAt ? "forwarded" : "stored only"]
    .filter(Boolean)
    .join(" · ");
}
