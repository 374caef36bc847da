import type { SendingState } from "#domain/contract/wake-up.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import type { PausableKind } from "#domain/rules/mail-events.ts";
import type { Ctx } from "../kernel/context.ts";
import type { selectDispatcher } from "./dispatcher.queries.ts";

type DispatcherRow = Awaited<ReturnType<typeof selectDispatcher>>[number];

export const PAUSED_NAMES: Record<PausableKind, string> = {
  "wake-up": "wake-up emails",
  acknowledgement: "automatic replies",
  gift: "gift emails",
  invitation: "invitations",
  message: "messages to members",
};

export function complaintPauses(row: DispatcherRow | undefined, now: number) {
  const untilOf: Record<PausableKind, number | null | undefined> = {
    "wake-up": row?.wakeUpsPausedUntil,
    acknowledgement: row?.acknowledgementsPausedUntil,
    gift: row?.giftsPausedUntil,
    invitation: row?.invitationsPausedUntil,
    message: row?.messagesPausedUntil,
  };
  return (Object.keys(untilOf) as PausableKind[]).flatMap((kind) => {
    const until = untilOf[kind] ?? 0;
    return until > now ? [{ kind, until }] : [];
  });
}

export function areWakeUpsPaused(row: DispatcherRow | undefined, now: number): boolean {
  return (row?.pausedUntil ?? null) !== null || (row?.wakeUpsPausedUntil ?? 0) > now;
}

/** Whether no wake-up email goes out to anyone: they're paused or may not be sent, or the scheduler has stopped. */
export function isSendingStopped(
  { now, config }: Pick<Ctx, "now" | "config">,
  row: DispatcherRow | undefined,
): boolean {
  const isLate = (row?.lastTickAt ?? 0) < now - CADENCES.tick.lateAfterMs;
  return isLate || areWakeUpsPaused(row, now) || config.mailHindrance !== null;
}

function pauseOf(row: DispatcherRow | undefined, now: number): SendingState["pause"] {
  const until = isoOrNull(row?.pausedUntil ?? null);
  if (until !== null) return { kind: "all", until, reason: row?.pauseReason ?? "" };
  const pauses = complaintPauses(row, now);
  if (pauses.length === 0) return null;
  const names = pauses.map(({ kind }) => PAUSED_NAMES[kind]).join(", ");
  const last = Math.max(...pauses.map((pause) => pause.until));
  const reason = `Too many spam complaints. Paused: ${names}. All other emails still go out.`;
  return { kind: "complaints", until: new Date(last).toISOString(), reason };
}

export function toSendingState(row: DispatcherRow | undefined, now: number): SendingState {
  return {
    pause: pauseOf(row, now),
    lastTickAt: isoOrNull(row?.lastTickAt ?? null),
    lastHourlyAt: isoOrNull(row?.lastHourlyAt ?? null),
  };
}
