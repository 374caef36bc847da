import { DAY_MS, MINUTE_MS } from "../durations.ts";

/** Only service messages; news will need a consent of its own. */
export const BROADCAST_KINDS = ["service"] as const;

/** Who gets it: everyone with access or a subscription, or only those with a subscription. */
export const BROADCAST_AUDIENCES = ["members", "subscribers"] as const;
export type BroadcastAudience = (typeof BROADCAST_AUDIENCES)[number];

/** `sent` once the last email has left. */
export const BROADCAST_STATES = ["waiting", "sending", "sent", "cancelled"] as const;

/** The time in which a message can still be cancelled before anyone gets it. */
export const BROADCAST_WAIT_MS = 10 * MINUTE_MS;
/** A message that was cancelled before it reached anyone doesn't count. */
export const BROADCAST_EVERY_MS = 7 * DAY_MS;
export const MOST_PARAGRAPHS = 20;

/** A message's paragraphs, and the lines of each. */
export function paragraphsOf(body: string): string[][] {
  return body.split(/\n\s*\n/).map((paragraph) => paragraph.split("\n"));
}

/** Whether the number that was typed is that of the recipients. Members come and go meanwhile, so one in a hundred may differ. */
export function isConfirmed(typed: number, recipients: number): boolean {
  return recipients > 0 && Math.abs(typed - recipients) * 100 <= recipients;
}
