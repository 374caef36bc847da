/**
 * Every action the audit log can record, noun first: its name, and what an entry says.
 * `{who}` is the actor and `{}` the subject, which is left out at the end if it's the actor.
 */
export const AUDIT_WORDS = {
  "admin.code-refused": ["Wrong code for the admin area", "Someone entered the wrong code for the admin area"],
  "admin.password-refused": [
    "Wrong password for the admin area",
    "Someone entered the wrong password for the admin area",
  ],
  "administrator.add": ["Administrator added", "{who} added {} to the admin area"],
  "administrator.change": ["Administrator changed", "{who} changed {}'s name, email, or role"],
  "administrator.code": ["Administrator's new code shown", "{who} showed {} a new code"],
  "administrator.key": ["Administrator's key replaced", "{who} replaced {}'s key"],
  "administrator.remove": ["Administrator removed", "{who} removed {} from the admin area"],
  "batch.dead-letter": ["Wake-up batch ran out of retries", "Wake-up batch {} ran out of retries"],
  "batch.send-again": ["Wake-up batch resent, or missed hour sent", "{who} resent wake-up batch {}"],
  "broadcast.cancel": ["Message to members cancelled", "{who} cancelled the message {}"],
  "broadcast.create": ["Message to members confirmed", "{who} confirmed the message {}"],
  "checkout.nonce-used": ["Reused checkout login refused", "A reused checkout login was refused for {}"],
  "content.change-days": ["Several sessions changed", "{who} changed several sessions"],
  "content.create": ["Session created", "{who} created the session for {}"],
  "content.delete": ["Session deleted", "{who} deleted the session for {}"],
  "content.duplicate": ["Session duplicated", "{who} duplicated a session to {}"],
  "content.import": ["Sheet of sessions imported", "{who} imported a sheet of sessions"],
  "content.restore": ["Session restored", "{who} restored the session for {}"],
  "content.restore-revision": [
    "Earlier version of a session restored",
    "{who} restored an earlier version of the session for {}",
  ],
  "content.undo-days": ["Change of several sessions undone", "{who} undid a change of several sessions"],
  "content.update": ["Session changed", "{who} changed the session for {}"],
  "gift.order-refused": ["Gift order refused", "The order for gift {} was refused"],
  "gift.paid": ["Gift paid", "Gift {} was paid"],
  "gift.redeem": ["Gift opened", "{who} opened a gift for {}"],
  "gift.refund": ["Gift refunded", "{who} refunded gift {}"],
  "gift.start": ["Gift started", "A gift started for {}"],
  "gift.address": ["Gift address corrected", "{who} corrected the address of gift {}"],
  "grant.create": ["Access granted", "{who} granted access to {}"],
  "grant.end": ["Access ended", "{who} ended access for {}"],
  "import.cancel": ["Import cancelled", "{who} cancelled import {}"],
  "import.check": ["Import checked", "{who} checked import {}"],
  "import.report": ["Import report downloaded", "{who} downloaded the report of import {}"],
  "import.start": ["Import started", "{who} started import {}"],
  "import.undo": ["Import undone", "{who} undid import {}"],
  "import.upload": ["Import file uploaded", "{who} uploaded the file of import {}"],
  "inbound.answered": ["Email marked as answered", "{who} marked email {} as answered"],
  "inbound.reopened": ["Email reopened", "{who} reopened email {}"],
  "invitation.accept": ["Invitation accepted", "{who} accepted the invitation for {}"],
  "invitations.purge": [
    "Deletion of unaccepted accounts requested",
    "{who} asked to delete all accounts with unaccepted {}",
  ],
  "invitations.start": ["Invitations started", "{who} started sending {}"],
  "invitations.stop": ["Invitations stopped", "{who} stopped sending {}"],
  "live-event.cancel": ["Live event cancelled", "{who} cancelled the live event {}"],
  "live-event.create": ["Live event scheduled", "{who} scheduled the live event {}"],
  "live-event.draft": ["Live event drafted", "{who} drafted the live event {}"],
  "live-event.draft-deleted": ["Draft of a live event deleted", "{who} deleted the draft of live event {}"],
  "live-event.update": ["Live event changed", "{who} changed the live event {}"],
  "mail.resend": ["Email resent", "{who} resent an email to {}"],
  "mails.ask-again": [
    "Asked us to email a suppressed address again",
    "{who} asked us to email a suppressed address again for {}",
  ],
  "mails.empty-morning": ["Notice of a morning without a session", "We sent a notice that {} has no session"],
  "mails.off": ["Wake-up emails turned off", "{who} turned off wake-up emails for {}"],
  "mails.on": ["Wake-up emails turned on", "{who} turned on wake-up emails for {}"],
  "mails.pause": ["Wake-up emails paused", "{who} paused wake-up emails for {}"],
  "mails.resume": ["Wake-up emails resumed", "{who} resumed wake-up emails for {}"],
  "mails.skipped": [
    "Morning skipped because the new hour had passed",
    "The new hour had already passed, so a morning was skipped for {}",
  ],
  "mails.suppressed": ["Address suppressed", "We stopped emailing {}"],
  "mails.test": ["Test email requested", "{who} requested a test email for {}"],
  "mails.time": ["Wake-up hour or zone changed", "{who} changed the wake-up hour or zone for {}"],
  "mails.unsuppressed": ["Emails allowed again", "{who} allowed emails to {} again"],
  "medium.delete": ["File deleted", "The unused file {} was deleted"],
  "medium.upload": ["File uploaded", "{who} uploaded {}"],
  "member.address": ["Email address changed", "{who} changed the email address of {}"],
  "member.address-asked": ["Email address change requested", "{who} asked to change the email address of {}"],
  "member.labels": ["Labels changed", "{who} changed the labels of {}"],
  "member.name": ["Name changed", "{who} changed the name of {}"],
  "member.note": ["Note added", "{who} added a note about {}"],
  "member.note-deleted": ["Note deleted", "{who} deleted a note about {}"],
  "member.delete": ["Account deleted", "{who} deleted the account of {}"],
  "member.export": ["Data export requested or downloaded", "{who} requested a data export for {}"],
  "member.email-login": ["Logged in by email", "{who} logged in by email as {}"],
  "member.feed-added": ["Podcast feed added", "{who} added a podcast feed for {}"],
  "member.feed-revoked": ["Podcast feed revoked", "{who} revoked a podcast feed of {}"],
  "member.keep": ["Account restored", "{who} restored the account of {}"],
  "member.mailbox-proved": ["Email confirmed", "{who} confirmed the email of {}, which ended what was there before"],
  "member.password-mail": ["Password link sent", "{who} sent a password link to {}"],
  "member.purge": ["Personal data deleted for good", "The data of {} was deleted for good"],
  "member.sign-out": ["Logged out everywhere", "{who} logged {} out everywhere"],
  "members.export": ["Member list exported", "{who} exported the list of {}"],
  "password.change": ["Password changed", "{who} changed the password of {}"],
  "payment.dispute": ["Payment disputed in PayPal", "A payment from {} was disputed in PayPal"],
  "payment.refund": ["Payment refunded", "{who} refunded a payment from {}"],
  "payment.refused": ["Unknown PayPal subscription refused", "The unknown PayPal subscription {} was refused"],
  "payments.export": ["Payments exported", "{who} exported the list of {}"],
  "resend.start": ["Resend of a morning started", "{who} started resending the wake-up emails of {}"],
  "resend.stop": ["Resend of a morning stopped", "{who} stopped resending the wake-up emails of {}"],
  "sending.pause": ["Sending paused", "Sending was paused: {}"],
  "sending.try": ["Tried to resume sending", "{who} tried to resume sending: {}"],
  // Written until 0.2.0.
  "settings.empty-mornings": ["Setting for mornings without a session changed", "{who} changed the setting for {}"],
  "subscription.begin": ["Subscription started", "The subscription of {} started"],
  "subscription.cancel": ["Subscription cancelled", "{who} cancelled the subscription of {}"],
  "subscription.differed": [
    "Out of sync with PayPal, fixed",
    "The subscription of {} was out of sync with PayPal, and we fixed it automatically",
  ],
  "subscription.double": ["Charged twice for the same period", "{} was charged twice for the same period"],
  "subscription.heal": ["Subscription synced with PayPal", "{who} synced the subscription of {} with PayPal"],
  "subscription.lost": [
    "Payment refunded or reversed, access ended",
    "A payment from {} was refunded or reversed, and access ended",
  ],
  "test-email.send": ["Test email sent", "{who} sent a test email for {}"],
  "trial.change-end": ["Trial end date changed", "{who} changed the trial end date of {}"],
  "trial.delete": ["Trial user deleted", "{who} deleted the trial user {}"],
  "trial.grant": ["Trial granted", "{who} granted a trial to {}"],
  "trial.invite-again": ["Invitation resent", "{who} resent the invitation to {}"],
  "wake-up.copy": ["Copy of a wake-up email sent", "{who} sent a copy of a wake-up email to {}"],
  "wake-up.send": ["Wake-up email sent manually", "{who} sent a wake-up email to {}"],
  "webhook.refused": ["Webhook refused: invalid signature", "A webhook with an invalid signature came from {}"],
  "webhook.replay": ["Webhook replayed", "{who} replayed webhook {}"],
} satisfies Record<string, [name: string, sentence: string]>;
export type AuditAction = keyof typeof AUDIT_WORDS;
export const AUDIT_ACTIONS = Object.keys(AUDIT_WORDS) as [AuditAction, ...AuditAction[]];

export const actionName = (action: AuditAction) => AUDIT_WORDS[action][0];

type NounOf<Action> = Action extends `${infer Noun}.${string}` ? Noun : never;

/** What the audit log can be narrowed to, and the nouns of its actions. Each noun is in one group. */
const NOUNS_OF = {
  members: ["import", "invitation", "invitations", "member", "members", "password"],
  access: ["grant", "trial"],
  emails: ["batch", "broadcast", "inbound", "mail", "mails", "resend", "sending", "test-email", "wake-up"],
  content: ["content", "live-event", "medium", "settings"],
  payments: ["checkout", "payment", "payments", "subscription", "webhook"],
  gifts: ["gift"],
  logins: ["admin", "administrator"],
} satisfies Record<string, NounOf<AuditAction>[]>;
export type AuditGroup = keyof typeof NOUNS_OF;
export const AUDIT_GROUPS = Object.keys(NOUNS_OF) as [AuditGroup, ...AuditGroup[]];

export function actionsOf(group: AuditGroup): AuditAction[] {
  return AUDIT_ACTIONS.filter((action) => NOUNS_OF[group].some((noun) => action.startsWith(`${noun}.`)));
}
