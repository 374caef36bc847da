import { useState } from "react";
import type { InboundMail } from "#domain/contract/mail-responses.ts";
import { formatDateTime } from "#domain/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { ROW } from "../parts/controls.tsx";
import { type Handled, InboundHandling, subjectOf } from "./inbound-handling.tsx";

function AnsweredBadge({ mail, isAnswered }: Handled) {
  if (isAnswered) return <Badge tone="green">Answered</Badge>;
  return mail.asksRefund && <Badge tone="orange">Refund request</Badge>;
}

/** For the inbox. */
export function InboundRow({ mail }: { mail: InboundMail }) {
  // The row stays on screen either way, so a slip can be undone.
  const [isAnswered, setIsAnswered] = useState(mail.answeredAt !== null);
  return (
    <li className="grid gap-1 rounded-xl border border-line bg-night px-3.5 py-2.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{subjectOf(mail)}</p>
        <AnsweredBadge mail={mail} isAnswered={isAnswered} />
      </div>
      <InboundHandling mail={mail} isNamed isAnswered={isAnswered} onAnswered={setIsAnswered} />
    </li>
  );
}

/** For the sender's own page: a line that opens, and is open while it waits for an answer. */
export function InboundLine({ mail }: { mail: InboundMail }) {
  const [isAnswered, setIsAnswered] = useState(mail.answeredAt !== null);
  const [isOpen] = useState(!isAnswered && mail.answerBy !== null);
  return (
    <li className={ROW}>
      <details className="w-full" open={isOpen}>
        <summary className="inbound-line cursor-pointer">
          <span className="font-semibold">{subjectOf(mail)}</span>
          <span className="text-muted">{formatDateTime(mail.receivedAt)}</span>
          <AnsweredBadge mail={mail} isAnswered={isAnswered} />
        </summary>
        <div className="grid gap-1 pb-2">
          <InboundHandling mail={mail} isNamed={false} isAnswered={isAnswered} onAnswered={setIsAnswered} />
        </div>
      </details>
    </li>
  );
}
