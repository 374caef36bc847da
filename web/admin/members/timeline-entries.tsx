import type { ReactNode } from "react";
import type { MemberFile, MemberMailList, OtherMail, WakeUpDelivery } from "#domain/contract/members.ts";
import type { GiftRow } from "#domain/contract/money/gifts.ts";
import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import type { Morning } from "#domain/contract/profile.ts";
import { formatDate, formatDateTime } from "#domain/formats.ts";
import { actionName } from "#domain/rules/audit-actions.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { parseHour } from "#domain/rules/wake-up-hours.ts";
import { emailTimeOn } from "#domain/rules/week-hours.ts";
import { PUSH_WORDS } from "#domain/words.ts";
import { mailReason } from "../mail/mail-reasons.ts";
import { InboundLine } from "../mail-responses/inbound-row.tsx";
import { GiftItem } from "../money/gifts-card.tsx";
import { ROW } from "../parts/controls.tsx";
import { MailRow } from "./mail-row.tsx";
import { DELIVERY_STATES, gapText, MAIL_STATES, MORNING_WORDS, mailName } from "./member-mail-words.ts";
import { PaymentRow } from "./member-payments.tsx";
import { actorName, CONSENT_NAMES, day } from "./member-words.ts";

export const GROUPS = { emails: "Emails", payments: "Payments", logins: "Logins", activity: "Activity" } as const;
export type Group = keyof typeof GROUPS;
/** The node has a key. */
export type Entry = { at: string; group: Group; node: ReactNode };

/** When the member's hour began, as it is now: good enough to put a day's entries in order. */
function hourOf(profile: MemberFile["profile"], date: string): string {
  return new Date(instantAt(date, parseHour(emailTimeOn(profile, date)) ?? 0, profile.timezone)).toISOString();
}

/** Notifications, and mornings without an email, each with what's known of why. Without a word from `MORNING_WORDS` there was one. */
export function gapEntries({ profile, wakeUps }: MemberFile, mornings: readonly Morning[]): Entry[] {
  const notified = mornings.flatMap(({ date, push }) => {
    const facts = push && `${day(date)} · ${PUSH_WORDS[push]}`;
    const at = hourOf(profile, date);
    return facts ? lineEntry("emails", { key: `push ${date}`, at, title: "Notification", facts }) : [];
  });
  const emailed = mornings.flatMap((morning): Entry[] => {
    const word = MORNING_WORDS[morning.state];
    if (!word || wakeUps.some(({ date }) => date === morning.date)) return [];
    const title = morning.state === "coming" || morning.state === "late" ? "Wake-up email" : "No wake-up email";
    const facts = [day(morning.date), gapText(morning, profile)];
    const row = { memberId: profile.id, title, state: word, facts, mail: false, again: false } as const;
    const node = <MailRow key={`morning ${morning.date}`} {...row} />;
    return [{ at: hourOf(profile, morning.date), group: "emails", node }];
  });
  return [...emailed, ...notified];
}

function wakeUpEntry({ profile: { id, email } }: MemberFile, one: WakeUpDelivery): Entry {
  const { date, subject, state, address, claimedAt, sentAt, reason } = one;
  const sent = sentAt && formatDateTime(sentAt);
  const facts = [
    !sent?.startsWith(day(date)) && day(date),
    sent,
    address !== null && address !== email && `to ${address}`,
    reason && mailReason(reason),
  ];
  const again = state !== "claimed" && `We'll resend the ${day(date)} email to ${email}.`;
  const node = (
    <MailRow
      key={`wake-up ${date}`}
      memberId={id}
      title={subject ?? "Wake-up email"}
      state={DELIVERY_STATES[state]}
      facts={facts}
      mail={subject !== null && { date }}
      again={again}
    />
  );
  return { at: sentAt ?? claimedAt, group: "emails", node };
}

function mailEntry({ id, email }: MemberFile["profile"], one: OtherMail): Entry {
  const { state, createdAt, toAddress, lastError, dueAt, settledAt } = one;
  const name = mailName(one.kind);
  const sent = state === "sent" && settledAt ? `Sent on ${formatDateTime(settledAt)}. ` : "";
  const facts = [
    dueAt ? `goes out ${formatDate(dueAt)}` : formatDateTime(createdAt),
    toAddress !== email && `to ${toAddress}`,
    state !== "sent" && lastError && mailReason(lastError),
  ];
  const node = (
    <MailRow
      key={one.id}
      memberId={id}
      title={name}
      state={MAIL_STATES[state]}
      facts={facts}
      mail={{ mailId: one.id }}
      again={one.canResend && `${sent}We'll send "${name}" to ${email}, with a new link if it has one.`}
    />
  );
  return { at: createdAt, group: "emails", node };
}

type More = { label: string; text: string };
type Line = { key: string; at: string; title: string; facts: string; quote?: string | null; more?: More };

function lineEntry(group: Group, { key, at, title, facts, quote, more }: Line): Entry {
  const node = (
    <li key={`${group} ${key}`} className={ROW}>
      <p className="wrap-anywhere min-w-0">
        <span className="font-semibold">{title}</span> {quote && `"${quote}" `}
        <span className="text-muted">{facts}</span>
      </p>
      {more && (
        <details>
          <summary className="cursor-pointer text-muted">{more.label}</summary>
          <p className="wrap-anywhere pb-2 leading-relaxed">{more.text}</p>
        </details>
      )}
    </li>
  );
  return { at, group, node };
}

/** Everything the member's file holds, as entries. */
export function fileEntries(file: MemberFile): Entry[] {
  const { wakeUps, inbound, sessions, history, consents, progress } = file;
  return [
    ...wakeUps.map((one) => wakeUpEntry(file, one)),
    ...inbound.map((mail): Entry => {
      const node = <InboundLine key={mail.id} mail={mail} />;
      return { at: mail.receivedAt, group: "emails", node };
    }),
    ...sessions.map(({ id, createdAt, lastUsedAt, userAgent }) =>
      lineEntry("logins", {
        key: id,
        at: createdAt,
        title: "Logged in",
        facts: `${formatDateTime(createdAt)} · last used ${formatDateTime(lastUsedAt)}`,
        more: { label: "Browser", text: userAgent ?? "Unknown browser" },
      }),
    ),
    ...history.map(({ at, actor, action, reason }, index) =>
      lineEntry("activity", {
        key: `${at} ${index}`,
        at,
        title: actionName(action),
        quote: reason,
        facts: `${formatDateTime(at)} · ${actorName(actor)}`,
      }),
    ),
    ...consents.map(({ purpose, at, text, termsVersion, priceText }) =>
      lineEntry("activity", {
        key: `${purpose} ${at}`,
        at,
        title: `Consent: ${CONSENT_NAMES[purpose]}`,
        more: { label: "What they agreed to", text },
        facts: [formatDateTime(at), priceText, `terms ${termsVersion}`].filter(Boolean).join(" · "),
      }),
    ),
    ...progress.recent.map(({ date, title, completedDate }) =>
      lineEntry("activity", {
        key: `completed ${date}`,
        at: hourOf(file.profile, completedDate),
        title: `Completed: ${title}`,
        facts: day(completedDate),
      }),
    ),
  ];
}

export function mailEntries(profile: MemberFile["profile"], pages: readonly MemberMailList[]): Entry[] {
  return pages.flatMap(({ mails }) => mails.map((mail) => mailEntry(profile, mail)));
}

export function moneyEntries({ payments }: MemberPayments, gifts: readonly GiftRow[]): Entry[] {
  return [
    ...payments.map((payment): Entry => {
      const node = <PaymentRow key={payment.id} payment={payment} />;
      return { at: payment.paidAt, group: "payments", node };
    }),
    ...gifts.map((gift): Entry => {
      const node = <GiftItem key={gift.id} gift={gift} />;
      return { at: gift.paidAt ?? gift.deliverAt, group: "payments", node };
    }),
  ];
}
