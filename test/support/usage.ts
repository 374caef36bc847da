type Rows = { read: number; written: number };

/** The most rows that each of these reads and writes at D1. Tests measure them; bench/bill.ts adds them up. */
export const ROWS = {
  /** From cutting to outcome. */
  wakeUpEmail: { read: 7, written: 2.5 },
  /** From claim to outcome. */
  notification: { read: 16, written: 4.1 },
  /** Resend's report that an email arrived or bounced. */
  emailEvent: { read: 9, written: 1.12 },
  /** Deleting a delivery. */
  oldDelivery: { read: 3, written: 1 },
  /** Counting a member's deliveries of a month. */
  countedMonth: { read: 130, written: 1 },
  /** The dashboard and a session of 12 minutes, played by a member of a year. */
  morning: { read: 6000, written: 17 },
  /** The same session by the email's button, without a login: what its saves write beyond that. */
  byEmailsButton: { read: 0, written: 18 },
  /** A charge that PayPal reports. */
  renewal: { read: 62, written: 35 },
  /** A minute with nothing to do. */
  tick: { read: 28, written: 1 },
  /** A look for trouble, every five minutes. */
  check: { read: 25, written: 0 },
} satisfies Record<string, Rows>;

/** Calls of the Worker on a morning, saves included. Scripts, styles, and pictures don't reach it. */
export const REQUESTS_A_MORNING = 30;
/** Parts of a session's audio that Chromium asks for. */
export const AUDIO_READS = 2;

/** A session that a member has played, with its index entries. */
export const PROGRESS_BYTES = 100;
/** All else about a member, with deliveries of 35 days. */
const MEMBER_BYTES = 5000;
/** What a member takes after some years of playing on this share of days. */
export const bytesAfter = (years: number, share: number) => MEMBER_BYTES + years * 365 * share * PROGRESS_BYTES;
