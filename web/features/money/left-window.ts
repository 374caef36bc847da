/** PayPal's window was left, in epoch milliseconds. `isClear` once a reading at PayPal from after that found nothing agreed to. */
export type LeftWindow = { at: number; isClear: boolean };

/** So long the page asks by itself what became of it, and so often. */
export const PATIENCE_MS = 90_000;
export const ASK_EVERY_MS = 2_500;
/** PayPal is read once in as long for all who ask: an answer may be so old. */
export const READING_AGE_MS = 2000;

/** What of the payment may be said once PayPal's window was left without a word: only a reading says that nothing was charged. */
export type LeftState = "checking" | "nothing" | "unknown";

type Asked = { askedAt: number; isRefused: boolean };

export function leftStateOf(left: LeftWindow | null, { askedAt, isRefused }: Asked): LeftState | null {
  if (left === null) return null;
  if (left.isClear) return "nothing";
  return isRefused || askedAt - left.at >= PATIENCE_MS ? "unknown" : "checking";
}
