/** What happened to the hours that begin at a slot; unset while batches may still have to be written. */
export const SLOT_OUTCOMES = ["batched", "nobody_due", "no_content", "missed"] as const;
export type SlotOutcome = (typeof SLOT_OUTCOMES)[number];

/** `empty`: none of its members was due anymore. `closed`: given up at the cutoff. */
export const BATCH_STATES = ["open", "sent", "empty", "failed", "closed"] as const;

/** `unknown`: maybe accepted. `missed`: never attempted. From `delivered` on: reported later. Rows store the index, so only append. */
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

/** A delivery's outcome, `sending` while open. Without one: `coming`, `late` after the hour, `moved` if a change skipped it, or `none`. */
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
