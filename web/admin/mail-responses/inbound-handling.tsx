import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, Ellipsis, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { InboundMail } from "#domain/contract/mail-responses.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { saveAnswer } from "../../lib/save-file.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { LINK } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { everyMemberKey, overviewKey } from "../parts/query-keys.ts";
import { useAction } from "../parts/use-action.ts";
import { AnswerMail } from "./answer-mail.tsx";
import { answerByText, handlingText, isOverdue, replyTo } from "./inbound-words.ts";

const inbound = adminApi.admin.inbound[":id"];

export const subjectOf = ({ subject }: InboundMail) => subject || "No subject";

export type Handled = { mail: InboundMail; isAnswered: boolean };

type HandlingProps = Handled & { isNamed: boolean; onAnswered: (isAnswered: boolean) => void };

/** What an email says, and what to do with it. */
export function InboundHandling({ mail, isNamed, isAnswered, onAnswered }: HandlingProps) {
  const [isAnswering, setIsAnswering] = useState(false);
  const mark = useAction({
    act: (isAnswered: boolean) => inbound.answered.$post({ param: { id: mail.id }, json: { isAnswered } }),
    reads: [everyMemberKey, overviewKey],
    notify: () => null,
    onDone: onAnswered,
  });
  const open = useMutation({
    mutationFn: () => saveAnswer(inbound.file.$get({ param: { id: mail.id } }), "mail.eml"),
  });
  const page = isNamed && mail.memberId && adminPath({ tab: "members", member: mail.memberId });
  const subject = subjectOf(mail);
  const others = [
    ...(mail.fromAddress ? [{ label: "Reply in your email program", to: replyTo(mail) }] : []),
    ...(mail.hasFile ? [{ label: "Download email", onSelect: () => open.mutate() }] : []),
  ];
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <About mail={mail} isNamed={isNamed} isAnswered={isAnswered} />
        {others.length > 0 && <Menu label={`More actions: ${subject}`} icon={Ellipsis} items={others} />}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        {mail.fromAddress && mail.answerBy && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${isAnswered ? "Answer again" : "Answer"}: ${subject}`}
            onClick={() => setIsAnswering(true)}
          >
            {isAnswered ? "Answer again" : "Answer"}
          </Button>
        )}
        {(mail.answerBy || isAnswered) && (
          <Button
            {...LINK}
            icon={isAnswered ? Undo2 : Check}
            isBusy={mark.isPending}
            aria-label={`${isAnswered ? "Reopen" : "Mark as answered"}: ${subject}`}
            onClick={() => mark.mutate(!isAnswered)}
          >
            {isAnswered ? "Reopen" : "Mark as answered"}
          </Button>
        )}
        {/* The refund is made among the member's payments. */}
        {page && mail.asksRefund && !isAnswered && (
          <Link to={`${page}#member-payments`} className={buttonClass("ghost", "sm", "!px-0")}>
            Refund…
          </Link>
        )}
      </div>
      <ActionError of={mark} />
      <ActionError of={open} title="Couldn't download the email" />
      {isAnswering && <AnswerMail mail={mail} onDone={() => onAnswered(true)} onClose={() => setIsAnswering(false)} />}
    </>
  );
}

/** When the answer is due, and what was done; in the inbox also the sender and the time. */
function About({ mail, isNamed, isAnswered }: Omit<HandlingProps, "onAnswered">) {
  const { memberId, fromName, fromAddress, answerBy, answeredAt, answeredBy } = mail;
  const who = fromName ? `${fromName} <${fromAddress}>` : fromAddress || "Unknown sender";
  return (
    <div className="grid min-w-0 gap-1">
      <p className="wrap-anywhere text-muted text-sm">
        {!isAnswered && (
          <span className={clsx("font-semibold", isOverdue(answerBy, Date.now()) ? "text-bad" : "text-warn")}>
            {answerByText(answerBy, Date.now())}
            {answeredBy && answeredAt === null && ` ${answeredBy}'s answer wasn't sent.`}
          </span>
        )}{" "}
        {isNamed && (
          <>
            {memberId ? (
              <Link
                to={adminPath({ tab: "members", member: memberId })}
                className="text-ink underline underline-offset-4 hover:text-bolt"
              >
                {who}
              </Link>
            ) : (
              <span className="text-ink">{who}</span>
            )}{" "}
            {formatDateTime(mail.receivedAt)} ·{" "}
          </>
        )}
        <span>{handlingText(mail)}</span>
        {answeredAt && answeredBy && ` · answered by ${answeredBy}, ${formatDateTime(answeredAt)}`}
      </p>
      {mail.preview && <p className="wrap-anywhere line-clamp-2 text-sm text-soft">{mail.preview}</p>}
    </div>
  );
}
