import type { checkoutConsent } from "#domain/rules/consent.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
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

const TERMS_CHANGED =
  "The charge or its date has changed since you opened this page. Nothing was ordered. Read the terms again and check the box.";

/** `fields.consent` makes the page reload the terms. */
export const termsChanged = () => conflict(TERMS_CHANGED, { consent: TERMS_CHANGED });

/** Compares the sentence the buyer was shown, if sent, with the one to be recorded. @throws AppError `conflict` with `fields.consent` */
export function requireAsShown(shown: string | undefined, { text }: { text: string }): void {
  if (shown !== undefined && shown !== text) throw termsChanged();
}
