import { conflict } from "../../kernel/errors.ts";

const TERMS_CHANGED =
  "Since this page was opened, what would be charged and when has changed. Nothing was ordered. Please read the terms again and tick the box.";

/** `fields.consent` makes the page reload the terms. */
export const termsChanged = () => conflict(TERMS_CHANGED, { consent: TERMS_CHANGED });

/** Compares the sentence the buyer was shown, if sent, with the one to be recorded. @throws AppError `conflict` with `fields.consent` */
export function requireAsShown(shown: string | undefined, { text }: { text: string }): void {
  if (shown !== undefined && shown !== text) throw termsChanged();
}
