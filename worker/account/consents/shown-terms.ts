import { conflict } from "../../kernel/errors.ts";

const TERMS_CHANGED =
  "Since this page was opened, what would be charged and when has changed. Nothing was ordered. Please read the terms again and tick the box.";

/** The refusal of an order by terms that are not today's any more; a page reads them anew where it finds `fields.consent`. */
export const termsChanged = () => conflict(TERMS_CHANGED, { consent: TERMS_CHANGED });

/**
 * Holds the sentence that stood beside a buyer's box against the one that would be recorded. Who sends none is not asked.
 * @throws AppError `conflict` with `fields.consent`
 */
export function requireAsShown(shown: string | undefined, { text }: { text: string }): void {
  if (shown !== undefined && shown !== text) throw termsChanged();
}
