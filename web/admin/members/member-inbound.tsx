import { useState } from "react";
import type { MemberFile } from "#domain/contract/members.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { InboundRow } from "../mail-responses/inbound-row.tsx";

/** What the list shows before it is asked for the rest. */
const SHOWN = 3;

/** What they wrote to us; it is answered from the operator's mailbox. */
export function MemberInbound({ mails }: { mails: MemberFile["inbound"] }) {
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, mails.length - SHOWN);
  return (
    <Card aria-labelledby="member-inbound">
      <CardHeading id="member-inbound" hint="It came from their address, or says so.">
        Mail from them
      </CardHeading>
      {mails.length === 0 ? (
        <p className="text-muted">None yet.</p>
      ) : (
        <ul className="grid gap-2">
          {(hidden > 0 ? mails.slice(0, SHOWN) : mails).map((mail) => (
            <InboundRow key={mail.id} mail={mail} isNamed={false} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button variant="ghost" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </Card>
  );
}
