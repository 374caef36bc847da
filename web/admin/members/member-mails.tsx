import type { MemberFile } from "#domain/contract/members.ts";
import type { MailSuppression } from "#domain/contract/profile.ts";
import { formatDate, formatDateTime } from "#domain/formats.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { InboundRow } from "../mail-responses/inbound-card.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { BLOCKERS, DELIVERY_STATES, mailReason } from "./member-words.ts";
import { everyMemberKey } from "./members.query.ts";
import { MailRow, OtherMails } from "./other-mails.tsx";

export function MemberMails({ file }: { file: MemberFile }) {
  const { profile, mail, wakeUps, wakeUpMonths } = file;
  const { id, email } = profile;
  return (
    <TitledCard id="member-mails" title="Emails" hint="Wake-up emails from the last 35 days, and all other emails.">
      <div className="grid gap-5">
        {mail.blocker && (
          <Alert tone={mail.blocker === "suppressed" ? "error" : "info"}>
            {BLOCKERS[mail.blocker]}
            {mail.blocker === "paused" && mail.pausedUntil && ` Until ${formatDate(mail.pausedUntil)}.`}
          </Alert>
        )}
        {mail.suppression && <LiftSuppression id={id} email={email} suppression={mail.suppression} />}
        <section className="grid gap-2">
          <h3 className="text-base">Wake-up emails</h3>
          <ShortList shown={5} none={<p className="text-muted text-sm">None in the last 35 days.</p>}>
            {wakeUps.map((one) => (
              <MailRow
                key={one.date}
                title={one.subject ?? "Wake-up email"}
                state={DELIVERY_STATES[one.state]}
                facts={[
                  formatDate(`${one.date}T12:00:00Z`),
                  one.sentAt && `sent ${formatDateTime(one.sentAt)}`,
                  one.address !== null && one.address !== email && `to ${one.address}`,
                  one.reason && mailReason(one.reason),
                ]}
                again={
                  one.subject !== null &&
                  one.state !== "claimed" && {
                    memberId: id,
                    mail: { date: one.date },
                    text: `We'll send ${email} the same email from ${formatDate(`${one.date}T12:00:00Z`)} again.`,
                  }
                }
              />
            ))}
          </ShortList>
        </section>
        {wakeUpMonths.length > 0 && <Months months={wakeUpMonths} />}
        <OtherMails id={id} email={email} />
      </div>
    </TitledCard>
  );
}

const SUPPRESSED: Record<MailSuppression["reason"], string> = {
  bounced: "Their emails bounced",
  complained: "They reported an email as spam",
  refused: "The email provider rejected the address",
};

type LiftSuppressionProps = { id: string; email: string; suppression: MailSuppression };

function LiftSuppression({ id, email, suppression }: LiftSuppressionProps) {
  const { reason, since, askedAt } = suppression;
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p>
        {`${SUPPRESSED[reason]} on ${formatDate(since)}.`}{" "}
        {askedAt && <strong>They asked for emails again on {formatDate(askedAt)}.</strong>}
      </p>
      <AskButton
        button={{ children: "Allow emails again" }}
        title="Allow emails again?"
        text={
          reason === "complained"
            ? `${email} reported an email as spam. Only continue if they asked for emails again. Another report hurts delivery to every member.`
            : `We'll email ${email} again. If an email bounces, we'll suppress the address again.`
        }
        action="Allow emails"
        isDangerous={reason === "complained"}
        act={() => adminApi.admin.members[":id"]["lift-suppression"].$post({ param: { id } })}
        reads={[everyMemberKey]}
      />
    </div>
  );
}

/** Monthly totals for months whose individual emails are no longer stored. */
function Months({ months }: { months: MemberFile["wakeUpMonths"] }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-base">Wake-up emails by month</h3>
      <ul className="grid gap-1 text-sm">
        {months.map(({ month, sent, notSent }) => (
          <li key={month} className="flex flex-wrap justify-between gap-x-4">
            <span>{formatMonth(Number(month.slice(0, 4)), Number(month.slice(5)))}</span>
            <span className="text-muted">{notSent > 0 ? `${sent} sent, ${notSent} not sent` : `${sent} sent`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The member's emails to us. They are answered from the operator's mailbox. */
export function MemberInbound({ mails }: { mails: MemberFile["inbound"] }) {
  return (
    <TitledCard id="member-inbound" title="Messages" hint="Sender not verified.">
      <ShortList shown={3} none={<p className="text-muted">No messages yet.</p>}>
        {mails.map((mail) => (
          <InboundRow key={mail.id} mail={mail} isNamed={false} />
        ))}
      </ShortList>
    </TitledCard>
  );
}
