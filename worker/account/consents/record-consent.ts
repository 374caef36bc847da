import type { checkoutConsent } from "#domain/rules/consent.ts";
import type { Ctx } from "../../kernel/context.ts";
import { insertConsent, insertConsentByLink, insertConsentOfCheckout } from "./consents.queries.ts";

type Consent = ReturnType<typeof checkoutConsent>;
/** The checkout, gift or account that it is about, and who agreed. */
type Occasion = { sourceId: string; memberId: string | null; email: string };

/**
 * The statement that records what somebody agreed to, as a rule of `domain/rules/consent.ts` words it. It stands in the batch of
 * its cause; a repeated request leaves the first record as it is.
 */
export function recordConsent({ db, now }: Pick<Ctx, "db" | "now">, consent: Consent, occasion: Occasion) {
  return insertConsent(db, { ...consent, ...occasion, at: now });
}

/** The same for a checkout, behind the statement that stores it. */
export function recordConsentOfCheckout({ db, now }: Pick<Ctx, "db" | "now">, consent: Consent, occasion: Occasion) {
  return insertConsentOfCheckout(db, { ...consent, ...occasion, at: now });
}

/** The same for who sets a password by a link, in front of the statement that spends it. */
export function recordConsentByLink({ db, now }: Pick<Ctx, "db" | "now">, consent: Consent, tokenHash: string) {
  return insertConsentByLink(db, tokenHash, { ...consent, at: now });
}
