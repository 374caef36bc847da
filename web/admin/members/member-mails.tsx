import { useState } from "react";
import type { MemberFile, OtherMail, WakeUpDelivery } from "#domain/contract/members.ts";
import { formatDateTime, formatShortDate } from "#domain/formats.ts";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { InboundRow } from "../mail-responses/inbound-card.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { LiftSuppression } from "./lift-suppression.tsx";
import { BLOCKERS, DELIVERY_STATES, mailName, mailReason } from "./member-words.ts";
import { everyMemberKey } from "./members.query.ts";
import { MailRow, OtherMails } from "./other-mails.tsx";

type Mail = { date: string } | { mailId: string };
type Asked = { mail: Mail; title: string; text: string; action: string };

export function MemberMails({ file }: { file: MemberFile }) {
  const { profile, mail, wakeUps, wakeUpMonths } = file;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, email } = profile;
  const resend = (which: Mail, requestId: string) =>
    adminApi.admin.members[":id"].resend.$post({ param: { id }, json: { requestId, ...which } });
  const askForCopy = ({ date }: WakeUpDelivery) =>
    setAsked({
      mail: { date },
      title: "Send a copy?",
      text: `The mail of ${formatShortDate(`${date}T12:00:00Z`)} goes to ${email} once more, word for word.`,
      action: "Send the copy",
    });
  const askForMail = ({ id: mailId, kind, state, settledAt }: OtherMail) =>
    setAsked({
      mail: { mailId },
      title: "Send it again?",
      text: `“${mailName(kind)}” ${state === "sent" && settledAt ? `went out on ${formatDateTime(settledAt)}. It goes once more` : "goes"} to ${email}, with a new link if it carries one.`,
      action: "Send again",
    });
  return (
    <TitledCard id="member-mails" title="Mails" hint="Wake-up mails of the last 35 days, and every other mail.">
      <div className="grid gap-5">
        {mail.blocker && (
          <Alert tone={mail.blocker === "suppressed" ? "error" : "info"}>
            {BLOCKERS[mail.blocker]}
            {mail.blocker === "paused" && mail.pausedUntil && ` Until ${formatShortDate(mail.pausedUntil)}.`}
          </Alert>
        )}
        {mail.suppression && <LiftSuppression id={id} email={email} suppression={mail.suppression} />}
        <section className="grid gap-2">
          <h3 className="text-base">Wake-up mails</h3>
          <ShortList shown={5} none={<p className="text-muted text-sm">None in the last 35 days.</p>}>
            {wakeUps.map((one) => (
              <MailRow
                key={one.date}
                title={one.subject ?? "Wake-up mail"}
                state={DELIVERY_STATES[one.state]}
                facts={[
                  formatShortDate(`${one.date}T12:00:00Z`),
                  one.sentAt && `sent ${formatDateTime(one.sentAt)}`,
                  one.address !== null && one.address !== email && `to ${one.address}`,
                  one.reason && mailReason(one.reason),
                ]}
                action={
                  one.subject !== null && one.state !== "claimed"
                    ? { label: "Send a copy", ask: () => askForCopy(one) }
                    : null
                }
              />
            ))}
          </ShortList>
        </section>
        {wakeUpMonths.length > 0 && <Months months={wakeUpMonths} />}
        <OtherMails id={id} email={email} onSendAgain={askForMail} />
      </div>
      {asked && (
        <AskToAct
          title={asked.title}
          text={asked.text}
          action={asked.action}
          isDangerous={false}
          act={(requestId) => resend(asked.mail, requestId)}
          reads={everyMemberKey}
          onClose={() => setAsked(null)}
        />
      )}
    </TitledCard>
  );
}

/** Monthly totals for months whose individual emails are no longer stored. */
function Months({ months }: { months: MemberFile["wakeUpMonths"] }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-base">Wake-up mails by month</h3>
      <ul className="grid gap-1 text-sm">
        {months.map(({ month, sent, notSent }) => (
          <li key={month} className="flex flex-wrap justify-between gap-x-4">
            <span>{formatMonth(Number(month.slice(0, 4)), Number(month.slice(5)))}</span>
            <span className="text-muted">{notSent > 0 ? `${sent} sent, ${notSent} not` : `${sent} sent`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The member's emails to us. They are answered from the operator's mailbox. */
export function MemberInbound({ mails }: { mails: MemberFile["inbound"] }) {
  return (
    <TitledCard id="member-inbound" title="Mail from them" hint="It came from their address, or says so.">
      <ShortList shown={3} none={<p className="text-muted">None yet.</p>}>
        {mails.map((mail) => (
          <InboundRow key={mail.id} mail={mail} isNamed={false} />
        ))}
      </ShortList>
    </TitledCard>
  );
}
