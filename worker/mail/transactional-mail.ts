import * as z from "zod";
import { APP_PAGES, confirmAddressPath } from "#domain/paths.ts";
import { LIVE_EVENT_REMINDERS } from "#domain/rules/live-events.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Config } from "../kernel/env.ts";
import { calendarUrl } from "../kernel/links/calendar-key.ts";
import { FIRST_KEY, signingAs, tokenOf } from "../kernel/links/signing-keys.ts";
import { type Subscriber, unsubscribeUrl, unsubscribeWays } from "../kernel/links/unsubscribe-key.ts";
import { type Mail, senderAddress } from "../kernel/resend/mailer.ts";
import { emptyMorningBody, emptyMorningMail } from "./empty-morning-mail.ts";
import { answerHeaders, inboundAnswers } from "./inbound-answers.ts";
import { isOperatorMail, operatorMailBody, operatorMails } from "./operator-mail.ts";
import { isPaymentMail, paymentMailBody, paymentMails } from "./payment-mail.ts";
import { isPrivacyMail, privacyMailBody, privacyMails } from "./privacy-mail.ts";
import { setupPasswordLink } from "./setup-password-link.ts";
import { storedAs, storedWithLink } from "./stored-mail.ts";
import { fillMail, type MailBody, renderMail } from "./templates.ts";
import {
  type ClaimedMail,
  insertMailOnce,
  insertMails,
  insertMailsOnce,
  insertNoticeOfChange,
  insertTransactionalMail,
  type TransactionalMailRow,
} from "./transactional-mails.queries.ts";
import { ownWords, wakeUpCopy } from "./wake-up-words.ts";

const nothing = z.object({});
const changed = z.object({ changedText: z.string() });
const extension = z.object({ name: z.string(), endDateText: z.string() });
const membership = extension.extend({ durationText: z.string() });

const LIVE_EVENT = "live-event";
/** Mails to members at large, which end with all others by one click. */
const HAS_UNSUBSCRIBE: readonly string[] = [LIVE_EVENT, "welcome-day-1", "welcome-day-3", "wake-up-copy"];
const greeted = z.object({ greetingText: z.string() });
const invitation = z.object({
  eventId: z.string(),
  reminder: z.enum(LIVE_EVENT_REMINDERS),
  title: z.string(),
  url: z.string(),
  note: z.string(),
  whenText: z.string(),
});

/** What a row holds of a mail's content. */
const storedMail = z.discriminatedUnion("kind", [
  storedWithLink("password-reset", nothing),
  storedWithLink("trial-welcome", membership),
  storedAs("trial-granted", membership),
  storedAs("trial-extended", extension),
  storedWithLink("trial-extended-setup", extension),
  storedWithLink("address-confirm", nothing),
  storedAs("address-changed", changed),
  // The mail as it went out that morning, but for what is the member's own.
  storedAs("wake-up-copy", wakeUpCopy),
  storedAs("password-changed", changed),
  storedAs("test-mail", nothing),
  storedAs("welcome-day-1", greeted),
  storedAs("welcome-day-3", greeted),
  storedAs(LIVE_EVENT, invitation),
  emptyMorningMail,
  ...inboundAnswers,
  ...paymentMails,
  ...operatorMails,
  ...privacyMails,
]);
type StoredMail = z.infer<typeof storedMail>;
export type MailKind = StoredMail["kind"];

type Link = { id: string; expiresAt: number };
/** A kind with its parameters, and with a link where it carries one. */
type Content<M = StoredMail> = M extends StoredMail
  ? Pick<M, "kind" | "parameters"> & (M extends { linkId: string } ? { link: Link } : { link?: undefined })
  : never;
/** The id is given where a repeated request must not write a second mail; the member is null for who has no account. */
type NewMail = Content & { id?: string; memberId: string | null; to: string; notBefore?: number; expiresAt?: number };

function toRow(ctx: Pick<Ctx, "now">, mail: NewMail) {
  const notBefore = mail.notBefore ?? null;
  return {
    id: mail.id ?? crypto.randomUUID(),
    memberId: mail.memberId,
    kind: mail.kind,
    toAddress: mail.to,
    parameters: JSON.stringify(mail.parameters),
    tokenId: mail.link?.id ?? null,
    expiresAt: mail.link?.expiresAt ?? mail.expiresAt ?? null,
    notBefore,
    nextAttemptAt: Math.max(ctx.now, notBefore ?? 0),
    createdAt: ctx.now,
  };
}

/** The statement that stores a mail; it goes into the batch of its cause, so that neither exists without the other. */
export function queueMail(ctx: Pick<Ctx, "db" | "now">, mail: NewMail) {
  const row = toRow(ctx, mail);
  return { id: row.id, insert: insertTransactionalMail(ctx.db, row) };
}

/** The same for a mail whose id stands for one event: written again, it is there already. */
export function queueMailOnce(ctx: Pick<Ctx, "db" | "now">, mail: NewMail & { id: string }) {
  return { id: mail.id, insert: insertMailOnce(ctx.db, toRow(ctx, mail)) };
}

/** The same for many, by one statement. */
export function queueMailsOnce(ctx: Pick<Ctx, "db" | "now">, mails: (NewMail & { id: string })[]) {
  return insertMailsOnce(
    ctx.db,
    mails.map((mail) => toRow(ctx, mail)),
  );
}

type Notice = NewMail & { notBefore?: undefined };

/** The same for a mail about a change: the statement stands directly behind the change's audit, and is nothing without it. */
export function queueNotice(ctx: Pick<Ctx, "db" | "now">, mail: Notice) {
  const row = toRow(ctx, mail);
  return { id: row.id, insert: insertNoticeOfChange(ctx.db, row) };
}

type Invitation = z.infer<typeof invitation>;
type Invitations = {
  shared: Omit<Invitation, "whenText">;
  notBefore: number;
  expiresAt: number;
  each: { id: string; memberId: string; to: string; whenText: string }[];
};
type OnlyIf = Parameters<typeof insertMails>[2];

/** The statement that stores the mail about a live event for many members; ids that are there already are passed over. */
export function queueInvitations(ctx: Pick<Ctx, "db" | "now">, mails: Invitations, onlyIf: OnlyIf) {
  const { shared, notBefore, expiresAt, each } = mails;
  const common = {
    kind: LIVE_EVENT,
    parameters: shared,
    notBefore,
    expiresAt,
    nextAttemptAt: Math.max(ctx.now, notBefore),
    createdAt: ctx.now,
  };
  const own = each.map(({ id, memberId, to, whenText }) => ({ id, memberId, toAddress: to, parameters: { whenText } }));
  return insertMails(ctx.db, { common, each: own }, onlyIf);
}

type Again = { id: string; to: string; link: Link | null };

/** The statement that stores the same mail once more, with a link of its own. */
export function queueAgain(ctx: Pick<Ctx, "db" | "now">, row: TransactionalMailRow, { id, to, link }: Again) {
  const { memberId, kind, parameters } = row;
  const addressee = { id, memberId, toAddress: to, tokenId: link?.id ?? null, expiresAt: link?.expiresAt ?? null };
  const times = { nextAttemptAt: ctx.now, createdAt: ctx.now };
  return insertTransactionalMail(ctx.db, { ...addressee, kind, parameters, ...times });
}

type Addressee = { to: string; subscriber: Subscriber };

function bodyOf(config: Config, mail: StoredMail, { to, subscriber }: Addressee): MailBody {
  if (isPaymentMail(mail)) return paymentMailBody(config, mail, to);
  if (isOperatorMail(mail)) return operatorMailBody(config, mail);
  if (isPrivacyMail(mail)) return privacyMailBody(config, mail);
  const { appUrl } = config;
  switch (mail.kind) {
    case "password-reset":
      return renderMail(mail.kind, { resetUrl: setupPasswordLink(config, mail.linkId, to) });
    case "trial-granted":
    case "trial-extended":
      return renderMail(mail.kind, { ...mail.parameters, loginUrl: `${appUrl}${APP_PAGES.login}` });
    case "trial-welcome":
    case "trial-extended-setup":
      return renderMail(mail.kind, { ...mail.parameters, setupUrl: setupPasswordLink(config, mail.linkId, to) });
    case "address-confirm": {
      const confirmUrl = `${appUrl}${confirmAddressPath(tokenOf(config, mail.linkId), to)}`;
      return renderMail(mail.kind, { address: to, confirmUrl });
    }
    case "address-changed":
      return renderMail(mail.kind, mail.parameters);
    case "wake-up-copy": {
      const { subject, html, text, greeting, itemsCompleted, ...morning } = mail.parameters;
      const own = {
        member: subscriber.id,
        greeting,
        itemsCompleted,
        unsubscribeUrl: unsubscribeUrl(config, subscriber),
      };
      return fillMail({ subject, html, text }, ownWords(config, morning)(own));
    }
    case "password-changed":
      return renderMail(mail.kind, { ...mail.parameters, resetPageUrl: `${appUrl}${APP_PAGES.resetPassword}` });
    case "test-mail":
      return renderMail(mail.kind, { sender: senderAddress(config), profileUrl: `${appUrl}${APP_PAGES.profile}` });
    case "welcome-day-1":
    case "welcome-day-3":
      return renderMail(mail.kind, {
        ...mail.parameters,
        sender: senderAddress(config),
        profileUrl: `${appUrl}${APP_PAGES.profile}`,
        dashboardUrl: `${appUrl}${APP_PAGES.dashboard}`,
        unsubscribeUrl: unsubscribeUrl(config, subscriber),
      });
    case "empty-morning":
      return emptyMorningBody(config, mail.parameters);
    case "inbound-received":
    case "inbound-received-refund":
      return renderMail(mail.kind, {});
    case "inbound-received-stop":
      return renderMail(mail.kind, { unsubscribeUrl: unsubscribeUrl(config, subscriber) });
    case LIVE_EVENT: {
      const { eventId, reminder, title, url, note, whenText } = mail.parameters;
      const urls = { calendarUrl: calendarUrl(config, eventId), unsubscribeUrl: unsubscribeUrl(config, subscriber) };
      const noteText = note || "Bring yourself; there is nothing to prepare.";
      return renderMail(`live-event-${reminder}`, { title, whenText, noteText, joinUrl: url, ...urls });
    }
  }
}

function headersOf(config: Config, { kind, parameters }: StoredMail, subscriber: Subscriber) {
  if (HAS_UNSUBSCRIBE.includes(kind)) return { headers: unsubscribeWays(config, subscriber).headers };
  return "messageId" in parameters ? { headers: answerHeaders(parameters.messageId) } : {};
}

/** By these the provider's events tell which mail they are of. */
function tagsOf({ kind, parameters }: StoredMail) {
  const tags = [{ name: "kind", value: kind }];
  if (!("addressVersion" in parameters)) return tags;
  const { giftId, addressVersion } = parameters;
  return [...tags, { name: "gift", value: giftId }, { name: "version", value: String(addressVersion) }];
}

/** The mail of a row, the same to the byte whenever it is made; null when the row cannot be read. */
export function renderTransactionalMail(config: Config, row: ClaimedMail): Mail | null {
  const { kind, parameters, tokenId: linkId, toAddress: to } = row;
  const mail = storedMail.safeParse({ kind, parameters, linkId });
  if (!mail.success) return null;
  const asBefore = signingAs(config, row.signingKey);
  const subscriber = { id: row.memberId ?? "", unsubscribeKey: row.unsubscribeKey ?? FIRST_KEY };
  const body = bodyOf(asBefore, mail.data, { to, subscriber });
  return { to, ...body, ...headersOf(asBefore, mail.data, subscriber), tags: tagsOf(mail.data) };
}
