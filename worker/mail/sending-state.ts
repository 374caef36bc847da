import type { SendingState } from "#domain/contract/delivery.ts";
import type { selectDispatcher } from "./dispatcher.queries.ts";

type DispatcherRow = Awaited<ReturnType<typeof selectDispatcher>>[number];

const isoOrNull = (instant: number | null | undefined) => (instant ? new Date(instant).toISOString() : null);

/** Whether mails go out, and when the crons last worked. */
export function toSendingState(row: DispatcherRow | undefined): SendingState {
  const until = isoOrNull(row?.pausedUntil);
  return {
    pause: until === null ? null : { until, reason: row?.pauseReason ?? "" },
    lastTickAt: isoOrNull(row?.lastTickAt),
    lastHourlyAt: isoOrNull(row?.lastHourlyAt),
  };
}
