export type Choices = {
  zone: string;
  hour: number;
  isOn: boolean;
  pausedUntil: number | null;
  accessEndsAt: number;
};

export type Person = {
  id: string;
  /** Whether the provider takes mails to the address. */
  isReachable: boolean;
  /** What they chose, and from when on; oldest first. */
  choices: (Choices & { from: number })[];
  /** When the provider first told that their address is dead; when the Worker's record says so. */
  bouncedAt: number | null;
  suppressedAt: number | null;
};

export type Evidence = {
  from: number;
  /** Slots before this instant are judged. */
  slotsUntil: number;
  until: number;
  people: Person[];
  dates: string[];
  datesWithContent: string[];
  accepted: { memberId: string; date: string; at: number; key: string }[];
  /** What the Worker began to send, whether or not it reached the provider. */
  attempts: { at: number; key: string; memberIds: string[] }[];
  /** What reached the provider. */
  calls: { at: number; key: string; memberIds: string[]; error: string | null }[];
  /** What the Worker has taken in of mails, and when. */
  reported: { memberId: string; date: string; type: string; at: number }[];
  deliveries: {
    memberId: string;
    date: string;
    state: string;
    reason: string | null;
    claimedAt: number;
    slotAt: number | null;
  }[];
  /** What the figures of a batch say of its mails, and what the deliveries. */
  batches: { id: string; slotAt: number; state: string; counted: string; recorded: string }[];
  slots: { slotAt: number; outcome: string | null }[];
  /** When the provider first told of a complaint, where one is enough to pause all sending for a day. */
  complainedAt: number | null;
  /** When something went wrong, or did not come. */
  trouble: { from: number; to: number }[];
  /** Calls a second that the provider takes. */
  rate: number;
  /** The longest that a single call, and a message, was made to wait. */
  longestStallMs: number;
  longestDelayMs: number;
};
