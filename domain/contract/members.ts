import * as z from "zod";
import { GRANT_END_REASONS, GRANT_PLANS, GRANT_SOURCES } from "../rules/access.ts";
import { AUDIT_ACTIONS } from "../rules/audit-actions.ts";
import { MAIL_BLOCKERS } from "../rules/mail-blocker.ts";
import { DELIVERY_STATES, TRANSACTIONAL_MAIL_STATES } from "../rules/mail-states.ts";
import { TRIAL_MONTHS } from "../rules/plans.ts";
import { namedFeed } from "./feed.ts";
import { calendarDate, email, idNamed, instant, RELOAD, requestId, requiredText, subscriber } from "./fields.ts";
import { inboundMail } from "./mail-responses.ts";
import { label, shownStatus } from "./member-list.ts";
import { givenConsent } from "./privacy.ts";
import { mailSuppression, morning } from "./profile.ts";

const id = idNamed("Member ID");
export const memberRef = z.object({ id });
export const noteRef = z.object({ id, noteId: id });
/** Emails about one thing begin with its ID. */
const mailId = idNamed("Email ID", 160);
export const mailRef = z.object({ id, mailId });
export const wakeUpRef = z.object({ id, date: calendarDate });
export const grantRef = z.object({ id, grantId: id });

const memberGrant = z.object({
  id: z.string(),
  source: z.enum(GRANT_SOURCES),
  plan: z.enum(GRANT_PLANS),
  startsAt: instant,
  until: instant,
  endedAt: instant.nullable(),
  endReason: z.enum(GRANT_END_REASONS).nullable(),
  state: z.enum(["running", "coming", "over"]),
  createdAt: instant,
});
export type MemberGrant = z.infer<typeof memberGrant>;

const wakeUpDelivery = z.object({
  date: z.string(),
  /** Null once the email itself has been deleted, like the address. */
  subject: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  address: z.string().nullable(),
  claimedAt: instant,
  sentAt: instant.nullable(),
  reason: z.string().nullable(),
});
export type WakeUpDelivery = z.infer<typeof wakeUpDelivery>;

const otherMail = z.object({
  id: z.string(),
  kind: z.string(),
  toAddress: z.string(),
  state: z.enum(TRANSACTIONAL_MAIL_STATES),
  lastError: z.string().nullable(),
  createdAt: instant,
  /** When one that waits for its day goes out. */
  dueAt: instant.nullable(),
  settledAt: instant.nullable(),
  canResend: z.boolean(),
});
export type OtherMail = z.infer<typeof otherMail>;

export const memberMailListRequest = z.object({ cursor: z.string().max(200).optional() });
export type MemberMailListRequest = z.infer<typeof memberMailListRequest>;

/** Emails other than wake-up emails, newest first; `next` is null at the end. */
export const memberMailList = z.object({ mails: z.array(otherMail), next: z.string().nullable() });
export type MemberMailList = z.infer<typeof memberMailList>;

/** An email to look at, without its links. Unless frozen, it's rendered again with today's template. */
export const openedMail = z.object({ subject: z.string(), html: z.string(), isFrozen: z.boolean() });
export type OpenedMail = z.infer<typeof openedMail>;

/** Their last 14 mornings, newest first. `isSendingStopped`: no wake-up email goes out to anyone right now. */
export const memberMornings = z.object({ mornings: z.array(morning), isSendingStopped: z.boolean() });
export type MemberMornings = z.infer<typeof memberMornings>;

const memberNote = z.object({ id: z.string(), text: z.string(), createdAt: instant, author: z.string().nullable() });
export type MemberNote = z.infer<typeof memberNote>;

const memberEvent = z.object({
  at: instant,
  actor: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  grantId: z.string().nullable(),
  reason: z.string().nullable(),
});
export type MemberEvent = z.infer<typeof memberEvent>;

export const memberFile = z.object({
  profile: z.object({
    ...subscriber,
    ...shownStatus,
    accessEndsAt: instant.nullable(),
    hasAccess: z.boolean(),
    hasEarlyAccess: z.boolean(),
    giftGiverName: z.string().nullable(),
    isSetUp: z.boolean(),
    emailTime: z.string(),
    weekendTime: z.string().nullable(),
    timezone: z.string(),
    createdAt: instant,
    /** Elsewhere, if they were imported with that day. */
    joinedAt: instant,
    /** Set for an imported member. `isPaying`: a subscription charges before they've accepted; `isUnsubscribed`: elsewhere, or since. */
    invitation: z
      .object({
        invitedAt: instant.nullable(),
        acceptedAt: instant.nullable(),
        isUnsubscribed: z.boolean(),
        isPaying: z.boolean(),
      })
      .nullable(),
  }),
  mail: z.object({
    emailEnabled: z.boolean(),
    /** Why the next wake-up email won't be sent; null if it will. */
    blocker: z.enum([...MAIL_BLOCKERS, "not_accepted"]).nullable(),
    /** When it's due; also null without a session in the next two weeks. */
    nextAt: instant.nullable(),
    suppression: mailSuppression.nullable(),
    pausedUntil: instant.nullable(),
    pendingAddress: z.object({ email: z.string(), expiresAt: instant }).nullable(),
  }),
  /** When personal data is deleted; null if no deletion is due. `closedAt` is set for a deleted account. */
  purge: z.object({ at: instant, closedAt: instant.nullable(), byMember: z.boolean() }).nullable(),
  progress: z.object({
    itemsCompleted: z.int(),
    /** Length on `lastCompletedDate`. */
    currentStreak: z.int(),
    lastCompletedDate: z.string().nullable(),
    recent: z.array(z.object({ date: z.string(), title: z.string(), completedDate: z.string() })),
  }),
  grants: z.array(memberGrant),
  wakeUps: z.array(wakeUpDelivery),
  /** Wake-up emails of past months (`YYYY-MM`), newest first; `notSent` counts those that failed, were missed, or may not have been sent. */
  wakeUpMonths: z.array(z.object({ month: z.string(), sent: z.int(), notSent: z.int() })),
  /** Emails that came from their address, or claimed to; newest first. */
  inbound: z.array(inboundMail),
  sessions: z.array(
    z.object({ id: z.string(), createdAt: instant, lastUsedAt: instant, userAgent: z.string().nullable() }),
  ),
  feeds: z.array(namedFeed),
  /** Newest first. */
  consents: z.array(givenConsent),
  notes: z.array(memberNote),
  labels: z.array(z.string()),
  history: z.array(memberEvent),
});
export type MemberFile = z.infer<typeof memberFile>;

export const addNoteRequest = z.object({
  requestId,
  text: requiredText({ name: "Note", max: 4000, lines: "many", missing: "Enter a note" }),
});
export type AddNoteRequest = z.infer<typeof addNoteRequest>;

export const MOST_LABELS = 20;
const labels = z.array(label).max(MOST_LABELS, `A member can have up to ${MOST_LABELS} labels`);
export const setLabelsRequest = z
  .object({ labels, add: labels, remove: labels })
  .partial()
  .refine(({ labels, add, remove }) => (labels === undefined) !== (add === undefined && remove === undefined), {
    error: RELOAD,
    path: ["labels"],
  });
export type SetLabelsRequest = z.infer<typeof setLabelsRequest>;

const reason = requiredText({ name: "Reason", max: 500, missing: "Enter a reason" });

/** Months are added to existing access; with a date, access begins now and ends after that day. */
export const grantAccessRequest = z
  .object({
    requestId,
    plan: z.enum(GRANT_PLANS, "Choose a plan"),
    months: z.literal(TRIAL_MONTHS, "Choose 1, 2, 3, 6, or 12 months").optional(),
    untilDate: calendarDate.optional(),
    reason,
  })
  .refine(({ months, untilDate }) => (months === undefined) !== (untilDate === undefined), {
    error: "Choose either months or a last day",
    path: ["untilDate"],
  });
export type GrantAccessRequest = z.infer<typeof grantAccessRequest>;

export const endGrantRequest = z.object({ reason });
export type EndGrantRequest = z.infer<typeof endGrantRequest>;

export const setMailsRequest = z.object({ isOn: z.boolean("Must be true or false") });
export type SetMailsRequest = z.infer<typeof setMailsRequest>;

export const changeAddressRequest = z.object({ requestId, email });
export type ChangeAddressRequest = z.infer<typeof changeAddressRequest>;

/** Sends a password link or another invitation. */
export const passwordMailRequest = z.object({ requestId });
export type PasswordMailRequest = z.infer<typeof passwordMailRequest>;

/** A copy of a morning's wake-up email, or another email that can be sent again. */
export const resendMailRequest = z.union(
  [z.object({ requestId, date: calendarDate }), z.object({ requestId, mailId })],
  "Choose an email",
);
export type ResendMailRequest = z.infer<typeof resendMailRequest>;

/** A request, and the ID in its path. */
export type WithId<Request> = Request & { id: string };

export const doneResponse = z.object({ message: z.string() });
export type DoneResponse = z.infer<typeof doneResponse>;
