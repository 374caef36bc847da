import { formatBytes, formatCount } from "../formats.ts";

const GIGABYTE = 1_000_000_000;
/** Above these shares of the limit, or with so few months left, the operator is warned or alerted. */
const WARNED_AT = 0.7;
const ALERTED_AT = 0.85;
const MONTHS_WARNED = 6;
/** A forecast needs the sizes of so many days, and a database that isn't nearly empty. */
const LEAST_DAYS = 14;
const LEAST_SHARE = 0.1;
const DAYS_A_MONTH = 30;

/** Whole months until the limit by the median day's growth, from sizes of days in a row, oldest first; null without a forecast. */
export function monthsUntilFull(sizes: number[], limit: number): number | null {
  const last = sizes.at(-1) ?? 0;
  const growth = sizes.slice(1).map((size, index) => size - (sizes[index] ?? 0));
  if (sizes.length < LEAST_DAYS || last < LEAST_SHARE * limit) return null;
  const median = growth.toSorted((one, other) => one - other)[Math.floor(growth.length / 2)] ?? 0;
  return median > 0 ? Math.max(0, Math.floor((limit - last) / (median * DAYS_A_MONTH))) : null;
}

/** "2.1 GB of 10 · full in about 14 months" */
export function judgeSize(sizes: number[], limitGb: number) {
  const size = sizes.at(-1) ?? 0;
  const months = monthsUntilFull(sizes, limitGb * GIGABYTE);
  const share = size / (limitGb * GIGABYTE);
  const text = `${formatBytes(size)} of ${limitGb}${months === null ? "" : ` · full in about ${formatCount(months, "month")}`}`;
  if (share >= ALERTED_AT) return { state: "failing", text } as const;
  return {
    state: share >= WARNED_AT || (months !== null && months <= MONTHS_WARNED) ? "warning" : "ok",
    text,
  } as const;
}
