/** Mails about a live event: a week before it, and shortly before. */
export const LIVE_EVENT_REMINDERS = ["week", "soon"] as const;
