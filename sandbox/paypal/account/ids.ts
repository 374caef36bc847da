const LETTERS_AND_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const PAYER_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function pick(length: number, alphabet = LETTERS_AND_DIGITS): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join(
    "",
  );
}

/** IDs in PayPal's formats. */
export const newId = {
  subscription: () => `I-${pick(12)}`,
  plan: () => `P-${pick(24)}`,
  product: () => `PROD-${pick(17)}`,
  /** For an order, payment, or refund. */
  transaction: () => pick(17),
  payer: () => pick(13, PAYER_ALPHABET),
  event: () => `WH-${pick(17)}-${pick(17)}`,
  webhook: () => pick(17),
  dispute: () => `PP-D-${pick(5, "0123456789")}`,
  accessToken: () => `A21AA${pick(80)}`,
  debug: () => pick(13, "0123456789abcdef"),
};
