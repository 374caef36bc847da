import { useState } from "react";
import type { MailSuppression } from "#domain/contract/profile.ts";
import { formatShortDate } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { everyMemberKey } from "./members.query.ts";

const REASONS: Record<MailSuppression["reason"], string> = {
  bounced: "Mail to it came back for good",
  complained: "They reported a mail as spam",
  refused: "Resend refuses the address",
};

type LiftSuppressionProps = { id: string; email: string; suppression: MailSuppression };

export function LiftSuppression({ id, email, suppression }: LiftSuppressionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { reason, since, askedAt } = suppression;
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p>
        {`${REASONS[reason]}, on ${formatShortDate(since)}.`}{" "}
        {askedAt && <strong>They asked on {formatShortDate(askedAt)} to try it again.</strong>}
      </p>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Try the address again
      </Button>
      {isAsking && (
        <AskToAct
          title="Try the address again?"
          text={
            reason === "complained"
              ? `${email} reported a mail as spam. Go on only if they asked for mails again: another report harms every member's mails.`
              : `Mails go to ${email} again. If they come back once more, the address is suppressed as before.`
          }
          action="Try again"
          isDangerous={reason === "complained"}
          act={() => adminApi.admin.members[":id"]["lift-suppression"].$post({ param: { id } })}
          reads={everyMemberKey}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
