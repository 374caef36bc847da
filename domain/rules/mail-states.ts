/** What happened to the hours that begin at a slot; unset while batches may still have to be written. */
export const SLOT_OUTCOMES = ["batched", "nobody_due", "no_content", "missed"] as const;
export type SlotOutcome = (typeof SLOT_OUTCOMES)[number];

/** `empty`: none of its members was due anymore. `closed`: given up at the cut-off. */
export const BATCH_STATES = ["open", "sent", "empty", "failed", "closed"] as const;

/**
 * `unknown`: the provider may have accepted it. `missed`: never attempted. `delivered`, `bounced` and `complained`: reported by the
 * provider after sending. Rows store the index, so only append.
 */
export const DELIVERY_STATES = [
  "claimed",
  "sent",
  "failed",
  "missed",
  "unknown",
  "delivered",
  "bounced",
  "complained",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * What a member sees for a morning: the outcome of its delivery, or `sending` while it's open. Without a delivery: `coming` before the hour
 * of an email due today, `late` after it; `moved` if a change of hour or zone skipped it; else `none`.
 */
export const MORNING_STATES = [
  "sent",
  "sending",
  "unknown",
  "missed",
  "failed",
  "coming",
  "late",
  "moved",
  "none",
] as const;
export type MorningState = (typeof MORNING_STATES)[number];

/** `closed`: not sent, because the reason for it no longer applies. */
export const TRANSACTIONAL_MAIL_STATES = ["pending", "sent", "failed", "closed"] as const;
export type TransactionalMailState = (typeof TRANSACTIONAL_MAIL_STATES)[number];
