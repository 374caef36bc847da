import type { MemberFile } from "#domain/contract/members.ts";
import { InboundRow } from "../mail-responses/inbound-row.tsx";
import { ShortList } from "../parts/short-list.tsx";
import { TitledCard } from "../parts/titled-card.tsx";

/** What they wrote to us; it is answered from the operator's mailbox. */
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
