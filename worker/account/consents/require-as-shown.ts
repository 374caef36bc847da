import { conflict } from "../../kernel/errors.ts";

const TERMS_CHANGED =
  "What you agree to has changed since you opened this page. Nothing was ordered. Read it again and check the box.";

/** `fields.consent` makes the page reload the terms. */
export const termsChanged = () => conflict(TERMS_CHANGED, { consent: TERMS_CHANGED });

/** Compares the sentence the buyer was shown, if sent, with the one to be recorded. @throws AppError `conflict` with `fields.consent` */
export function requireAsShown(shown: string | undefined, { text }: { text: string }): void {
  if (shown !== undefined && shown !== text) throw termsChanged();
}
