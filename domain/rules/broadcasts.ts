/** Only service messages; news will need a consent of its own. */
export const BROADCAST_KINDS = ["service"] as const;
export type BroadcastKind = (typeof BROADCAST_KINDS)[number];

export const BROADCAST_STATES = ["waiting", "sending", "sent", "cancelled"] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];
