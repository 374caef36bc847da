/** What came of the hours that begin at a slot; none while batches may still have to be written. */
export const SLOT_OUTCOMES = ["batched", "nobody_due", "no_content", "missed"] as const;
export type SlotOutcome = (typeof SLOT_OUTCOMES)[number];

/** `empty`: nobody in it was due any more. `closed`: written off at the cut-off. */
export const BATCH_STATES = ["open", "sent", "empty", "failed", "closed"] as const;

/**
 * `unknown`: the provider may have accepted it. `missed`: it was never attempted. `delivered`, `bounced` and `complained` are what
 * the provider told of one that was sent. Rows store a word's place: add at the end.
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
 * What a member is told of a morning: what became of its delivery, `sending` while that is open; without one, of a mail
 * that is due today, `coming` until the hour and `late` after it; `moved` when a change of hour or zone has taken it away; else
 * `none`.
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

/** `closed`: not sent, since its reason to exist has gone. */
export const TRANSACTIONAL_MAIL_STATES = ["pending", "sent", "failed", "closed"] as const;
export type TransactionalMailState = (typeof TRANSACTIONAL_MAIL_STATES)[number];
