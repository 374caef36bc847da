export type Money = { currency_code: string; value: string };

export const toMoney = (cents: number, currency: string): Money => ({
  currency_code: currency,
  value: (cents / 100).toFixed(2),
});

/** Cents of a value such as "9.99"; null if it's not an amount or has more than two decimals. */
export function centsOf(value: string): number | null {
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(value);
  if (!parts) return null;
  return Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}

/** PayPal's commercial rate in the United States: 3.49% plus 49 cents. */
export const feeOf = (cents: number): number => Math.min(cents, Math.round(cents * 0.0349) + 49);
