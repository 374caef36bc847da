import { DAY_MS, MINUTE_MS } from "../durations.ts";

/** Both are about the membership; news will need a consent of its own. */
export const BROADCAST_KINDS = ["service", "outage"] as const;
export type BroadcastKind = (typeof BROADCAST_KINDS)[number];

/** Who gets it: everyone with access or a subscription, or only those with a subscription. */
export const BROADCAST_AUDIENCES = ["members", "subscribers"] as const;
export type BroadcastAudience = (typeof BROADCAST_AUDIENCES)[number];

/** `sent` once the last email has left. */
export const BROADCAST_STATES = ["waiting", "sending", "sent", "cancelled"] as const;

/** The time in which a message can still be cancelled before anyone gets it. */
export const BROADCAST_WAIT_MS = 10 * MINUTE_MS;
/** How many messages of a kind a member gets at most. One that was cancelled before it reached them doesn't count. */
export const MOST_MESSAGES: Record<BroadcastKind, { most: number; withinMs: number }[]> = {
  service: [{ most: 1, withinMs: 7 * DAY_MS }],
  outage: [
    { most: 2, withinMs: DAY_MS },
    { most: 3, withinMs: 7 * DAY_MS },
  ],
};
export const MOST_PARAGRAPHS = 20;

/** A message's paragraphs, and the lines of each. */
export function paragraphsOf(body: string): string[][] {
  return body.split(/\n\s*\n/).map((paragraph) => paragraph.split("\n"));
}

/** Whether the number that was typed is that of the recipients. Members come and go meanwhile, so one in a hundred may differ. */
export function isConfirmed(typed: number, recipients: number): boolean {
  return recipients > 0 && Math.abs(typed - recipients) * 100 <= recipients;
}
