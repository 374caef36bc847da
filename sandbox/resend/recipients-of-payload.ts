import { bareAddress } from "../outbox/addresses.ts";

/** Every address a call would reach, read before validation: a fault may be meant for a call that is invalid as well. */
export function recipientsOfPayload(payload: unknown): string[] {
  const mails: unknown[] = Array.isArray(payload) ? payload : [payload];
  return mails
    .filter((mail): mail is Record<string, unknown> => typeof mail === "object" && mail !== null)
    .flatMap((mail) => [mail.to, mail.cc, mail.bcc].flat())
    .flatMap((text) => (typeof text === "string" ? (bareAddress(text) ?? []) : []));
}
