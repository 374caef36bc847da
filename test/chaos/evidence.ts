export type Choices = {
  zone: string;
  hour: number;
  /** The weekend hour: null for no email, undefined if weekends are like weekdays. */
  weekend?: number | null;
  isOn: boolean;
  pausedUntil: number | null;
  accessEndsAt: number;
};

export type Person = {
  id: string;
  /** Whether the provider accepts emails to the address. */
  isReachable: boolean;
  /** The member's settings and when each began; oldest first. */
  choices: (Choices & { from: number })[];
  /** When the provider first reported a dead address; when the Worker recorded it. */
  bouncedAt: number | null;
  suppressedAt: number | null;
};

/** A message to members, and imported people's invitations: all but wake-up emails. */
export type Others = {
  /** What the provider accepted. */
  accepted: { memberId: string; kind: string; at: number }[];
  mails: { kind: string; memberId: string; state: string; reason: string | null }[];
  message: { beginsAt: number; state: string; written: number } | null;
  cancelledAt: number | null;
  invited: { id: string; isReachable: boolean; invitedAt: number | null }[];
  pace: { date: string | null; sentToday: number };
  /** The account under whose address a visitor pays, if one does. */
  bought: { accessEndsAt: number; isOpen: number; subscriptions: number; sessions: number } | null;
  /** When invitations were stopped. */
  stopped: { from: number; until: number } | null;
};

export type Evidence = {
  from: number;
  /** Only slots before this instant are judged. */
  slotsUntil: number;
  until: number;
  people: Person[];
  dates: string[];
  datesWithContent: string[];
  accepted: { memberId: string; date: string; at: number; key: string }[];
  /** What the Worker started to send, whether or not it reached the provider. */
  attempts: { at: number; key: string; memberIds: string[] }[];
  /** What reached the provider. */
  calls: { at: number; key: string; memberIds: string[]; error: string | null }[];
  /** Email events that the Worker accepted, and when. */
  reported: { memberId: string; date: string; type: string; at: number }[];
  deliveries: {
    memberId: string;
    date: string;
    state: string;
    reason: string | null;
    claimedAt: number;
    slotAt: number | null;
    /** The end of sending of a batch that was resent, instead of the cutoff. */
    closesAt: number | null;
  }[];
  /** A batch's outcome by its own counts, and by its deliveries. */
  batches: {
    id: string;
    slotAt: number;
    zone: string;
    date: string;
    state: string;
    failed: number;
    missed: number;
    unknown: number;
    sentAgainAs: string | null;
    createdAt: number;
    settledAt: number | null;
    closesAt: number | null;
    counted: string;
    recorded: string;
  }[];
  /** Members whose batch is open. */
  waiting: { memberId: string; date: string }[];
  slots: { slotAt: number; outcome: string | null; settledAt: number | null; due: number }[];
  /** When "Resend all" was pressed and stopped, by the audit log, and the last one's row. */
  resends: { at: number; isStart: boolean; mayRepeat: boolean }[];
  resend: {
    date: string;
    mayRepeat: boolean;
    askedAt: number;
    stoppedAt: number | null;
    endedAt: number | null;
  } | null;
  /** When the provider first reported a complaint, if one is enough to pause all sending for a day. */
  complainedAt: number | null;
  /** When something failed or didn't come. */
  trouble: { from: number; to: number }[];
  others: Others;
  /** The provider's limit of calls per second. */
  rate: number;
  /** The longest delays of a single call and of a message. */
  longestStallMs: number;
  longestDelayMs: number;
};
