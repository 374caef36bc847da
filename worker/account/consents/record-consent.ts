import type { checkoutConsent } from "#domain/rules/consent.ts";
import type { Ctx } from "../../kernel/context.ts";
import { insertConsent, insertConsentByLink, insertConsentOfCheckout } from "./consents.queries.ts";

type Consent = ReturnType<typeof checkoutConsent>;
/** `sourceId` is the checkout, gift, or account that the consent is about. */
type Occasion = { sourceId: string; memberId: string | null; email: string };

/** Records consent as worded in `domain/rules/consent.ts`. Put it in the batch of its cause; repeats keep the first record. */
export function recordConsent({ db, now }: Pick<Ctx, "db" | "now">, consent: Consent, occasion: Occasion) {
  return insertConsent(db, { ...consent, ...occasion, at: now });
}

/** Put it after the statement that stores the checkout. */
export function recordConsentOfCheckout({ db, now }: Pick<Ctx, "db" | "now">, consent: Consent, occasion: Occasion) {
  return insertConsentOfCheckout(db, { ...consent, ...occasion, at: now });
}

/** For setting a password by link. Put it before the statement that spends the link. */
export function recordConsentByLink({ db, now }: Pick<Ctx, "db" | "now">, consent: Consent, tokenHash: string) {
  return insertConsentByLink(db, tokenHash, { ...consent, at: now });
}
