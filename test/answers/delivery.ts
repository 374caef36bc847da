import type { DeliveryResponse, TroubledBatch, TroubledBatches } from "../../domain/contract/wake-up.ts";

const NO_COUNTS = { due: 0, sent: 0, onTime: 0, failed: 0, missed: 0, unknown: 0 };
/** An hour that no one dispatched: nothing went out. */
const MISSED_HOUR = { ...NO_COUNTS, due: 7, missed: 7 };
const BAD_COUNTS = { due: 1200, sent: 1100, onTime: 1090, failed: 90, missed: 7, unknown: 3 };

/** A day with two hours, the second one in progress. */
export const MORNING: DeliveryResponse = {
  date: "2026-11-21",
  pause: null,
  slots: [
    { at: "2026-11-21T11:00:00.000Z", due: 1000, sent: 990, onTime: 989, failed: 4, missed: 5, unknown: 1, open: 0 },
    { at: "2026-11-21T12:00:00.000Z", ...NO_COUNTS, open: 12 },
  ],
  troubledBatches: 0,
  pushes: { accepted: 40, gone: 1, refused: 0, missed: 0, unknown: 0 },
  started: { byEmail: 12, byPush: 9 },
  resendable: { batches: 0, members: 0 },
  resend: null,
  mornings: [{ date: "2026-11-20", ...NO_COUNTS, due: 10, sent: 10, onTime: 10 }],
};

/** A day with every problem that the administrator may see. */
export const BAD_MORNING: DeliveryResponse = {
  ...MORNING,
  pause: { kind: "all", until: "2026-11-21T18:00:00.000Z", reason: "The day's quota of mails is used up." },
  slots: [
    { at: "2026-11-21T12:00:00.000Z", ...BAD_COUNTS, open: 12 },
    { at: "2026-11-21T13:00:00.000Z", ...MISSED_HOUR, open: 0 },
  ],
  troubledBatches: 2,
  resendable: { batches: 1, members: 3 },
  resend: { state: "paused", askedAt: "2026-11-21T15:12:00.000Z", resent: 3, left: 9, doubtful: 0, tooLate: 0 },
  mornings: [{ date: "2026-11-20", ...BAD_COUNTS }],
};

/** A batch that the provider rejected, and that can be resent. */
export function troubledBatch(change: Partial<TroubledBatch> = {}): TroubledBatch {
  return {
    id: "one",
    at: "2026-11-21T11:00:00.000Z",
    timezone: "America/Chicago",
    hour: 5,
    state: "failed",
    failed: 4,
    missed: 0,
    unknown: 0,
    open: 0,
    reason: "The provider says no",
    canSendAgain: true,
    wasSentAgain: false,
    hasNobodyLeft: false,
    ...change,
  };
}

const badBatch = (change: Partial<TroubledBatch>) =>
  troubledBatch({
    at: "2026-11-21T12:00:00.000Z",
    timezone: "America/Argentina/Buenos_Aires",
    hour: 6,
    failed: 0,
    reason: null,
    canSendAgain: false,
    ...change,
  });

export const BAD_BATCHES: TroubledBatches = {
  batches: [
    badBatch({ id: "unknown", state: "closed", unknown: 3, canSendAgain: true }),
    badBatch({ id: "again", failed: 90, reason: "Invalid `to` field", wasSentAgain: true }),
    badBatch({ id: "open", state: "open", open: 12 }),
    badBatch({ id: "late", state: "failed", failed: 4, reason: "Domain isn't verified" }),
    badBatch({ id: "nobody", state: "failed", failed: 2, reason: "Domain isn't verified", hasNobodyLeft: true }),
  ],
  next: null,
};

/** The server's question before it resends emails that may have arrived. */
export const SECOND_COPY = {
  outcome: "ask",
  message: "We don't know whether these emails arrived. If you resend, some members may get a second copy.",
};
