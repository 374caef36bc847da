import type { SendingState } from "#domain/contract/wake-up.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { PAUSABLE_KINDS, type PausableKind } from "#domain/rules/mail-events.ts";
import type { Ctx } from "../kernel/context.ts";
import type { selectDispatcher } from "./dispatcher.queries.ts";
import type { selectPauses } from "./pauses.queries.ts";

type DispatcherRow = Awaited<ReturnType<typeof selectDispatcher>>[number];
export type Pauses = Awaited<ReturnType<typeof selectPauses>>;

export const PAUSED_NAMES: Record<PausableKind, string> = {
  "wake-up": "wake-up emails",
  acknowledgement: "automatic replies",
  gift: "gift emails",
  invitation: "invitations",
  offer: "invitations to people without access",
  message: "messages to members",
};

export function pauseOf(pauses: Pauses, kind: Pauses[number]["kind"]) {
  return pauses.find((pause) => pause.kind === kind);
}

export function isPaused(pauses: Pauses, kind: Pauses[number]["kind"], now: number): boolean {
  return (pauseOf(pauses, kind)?.until ?? 0) > now;
}

/** The kinds that complaints have paused. */
export function pausedKinds(pauses: Pauses, now: number): PausableKind[] {
  return PAUSABLE_KINDS.filter((kind) => isPaused(pauses, kind, now));
}

export function areWakeUpsPaused(pauses: Pauses, now: number): boolean {
  return pauseOf(pauses, "all") !== undefined || isPaused(pauses, "wake-up", now);
}

/** How many batches may go out now: none in a pause; one after it, until an email gets through. */
export function batchesAllowed(pauses: Pauses, now: number, most: number): number {
  if (isPaused(pauses, "all", now) || isPaused(pauses, "wake-up", now)) return 0;
  return pauseOf(pauses, "all") ? 1 : most;
}

/** Whether no wake-up email goes out to anyone: they're paused or may not be sent, or the scheduler has stopped. */
export function isSendingStopped(
  { now, config }: Pick<Ctx, "now" | "config">,
  row: DispatcherRow | undefined,
  pauses: Pauses,
): boolean {
  const isLate = (row?.lastTickAt ?? 0) < now - CADENCES.tick.lateAfterMs;
  return isLate || areWakeUpsPaused(pauses, now) || config.mailHindrance !== null;
}

export function toSendingState(pauses: Pauses, now: number): SendingState {
  const all = pauseOf(pauses, "all");
  if (all) return { pause: { kind: "all", until: new Date(all.until).toISOString(), reason: all.reason } };
  const kinds = pausedKinds(pauses, now);
  if (kinds.length === 0) return { pause: null };
  const names = kinds.map((kind) => PAUSED_NAMES[kind]).join(", ");
  const last = Math.max(...pauses.map(({ until }) => until));
  const reason = `Too many spam complaints. Paused: ${names}. All other emails still go out.`;
  return { pause: { kind: "complaints", until: new Date(last).toISOString(), reason } };
}
