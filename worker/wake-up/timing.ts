export const MINUTE_MS = 60_000;

/** How late a wake-up mail may still go out; beyond it the morning is recorded as missed. */
export const CUT_OFF_MS = 180 * MINUTE_MS;
/** How far beyond the cut-off a tick looks back for slots that nobody dispatched. */
export const MISSED_LOOK_BACK_MS = 24 * 60 * MINUTE_MS;
/** Within this time no second tick works on the same slot. */
export const SLOT_LEASE_MS = 2 * MINUTE_MS;
/** Within this time no second consumer works on the same batch: longer than three provider calls and two waits, of 30 s each. */
export const BATCH_LEASE_MS = 4 * MINUTE_MS;
/** A queued batch that was not settled by then is queued again. */
export const REQUEUE_AFTER_MS = 5 * MINUTE_MS;
/** The wait after a batch's first failure, doubling to the longest. */
export const BATCH_BACK_OFF = { firstMs: 10_000, longestMs: 15 * MINUTE_MS };
