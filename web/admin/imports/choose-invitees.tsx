import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { InvitationChoices, InvitationPreviewRequest } from "#domain/contract/imports.ts";
import type { Segment } from "#domain/contract/member-list.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { DetailList } from "../../ui/detail-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { CheckField, SmallButton } from "../parts/controls.tsx";
import { MailFrame } from "../parts/mail-frame.tsx";
import { ChosenSegment, segmentOf } from "../parts/segment.tsx";
import { SendTest } from "../parts/send-test.tsx";

const { invitations } = adminApi.admin;
const choicesQuery = (query: Segment) =>
  adminQuery(["/api/admin/invitations", "choices", query], () => invitations.choices.$get({ query }));

type ChooseProps = { mostToday: number; reads: readonly (readonly unknown[])[] };

/** Invites the segment in the address. People without access only if the administrator says that an import's people agreed. */
export function ChooseInvitees(props: ChooseProps) {
  const [params] = useSearchParams();
  const segment = segmentOf(params);
  const choices = useQuery(choicesQuery(segment));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ChosenSegment chosen={segment} everyone="Everyone imported" />
      <QueryPanel query={choices} loading="Counting people..." failed="Couldn't count who is waiting">
        {(known) => <Choosing key={segment.importId} segment={segment} {...known} {...props} />}
      </QueryPanel>
    </div>
  );
}

type ChoosingProps = ChooseProps & InvitationChoices & { segment: Segment };

function Choosing({ segment, invited, mostToday, reads, ...waiting }: ChoosingProps) {
  const { withAccess, withoutAccess, optedOut, unreachable, agreed } = waiting;
  const all = invited + withAccess + withoutAccess + optedOut + unreachable;
  const [isAgreed, setIsAgreed] = useState(agreed > 0);
  const mayAgree = segment.importId !== undefined;
  const others = mayAgree ? (isAgreed ? withoutAccess : 0) : agreed;
  const count = withAccess + others;
  return (
    <>
      <DetailList
        look="ends"
        details={[
          ["Not accepted yet", formatCount(all, "person", "people")],
          ["Already invited", invited > 0 && formatNumber(invited)],
          ["With access, invited first", formatNumber(withAccess)],
          [
            others > 0 || withoutAccess === 0 ? "Without access" : "Without access, not invited",
            formatNumber(others || withoutAccess),
          ],
          ["Opted out and without access, never invited", optedOut > 0 && formatNumber(optedOut)],
          ["Can't be emailed, never invited", unreachable > 0 && formatNumber(unreachable)],
        ]}
      />
      {mayAgree && withoutAccess > 0 && (
        <CheckField
          isOn={isAgreed}
          onChange={setIsAgreed}
          hint="Then people without access get one invitation, too, with a text of its own and no reminder. The audit log keeps your answer."
        >
          These people agreed to emails from us
        </CheckField>
      )}
      <div className="flex flex-wrap gap-3">
        <AskButton
          button={{ variant: "primary", children: "Send invitations", disabled: count === 0 }}
          title={`Invite ${formatCount(count, "member")}?`}
          text={`Up to ${formatCount(mostToday, "email")} today, and more each day. You can stop at any time.`}
          action="Send invitations"
          isDangerous={false}
          act={() => invitations.start.$post({ json: { to: { segment, ...(mayAgree && { isAgreed }) } } })}
          reads={[...reads, choicesQuery(segment).queryKey]}
          failed="Couldn't start the invitations"
          notify={() => ({ title: "Invitations are on their way", tone: "success" })}
        />
        <Preview kind="invitation">Preview</Preview>
        {others > 0 && <Preview kind="invitation-offer">Preview without access</Preview>}
      </div>
    </>
  );
}

function Preview({ kind, children }: InvitationPreviewRequest & { children: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SmallButton icon={Eye} onClick={() => setIsOpen(true)}>
        {children}
      </SmallButton>
      {isOpen && (
        <Dialog isOpen isWide onOpenChange={setIsOpen} title="Preview">
          <PreviewedMail kind={kind} />
        </Dialog>
      )}
    </>
  );
}

function PreviewedMail({ kind }: InvitationPreviewRequest) {
  const preview = useQuery(
    adminQuery(["/api/admin/invitations/preview", kind], () => invitations.preview.$post({ json: { kind } })),
  );
  return (
    <QueryPanel query={preview} loading="Preparing the preview..." failed="Couldn't prepare the preview">
      {({ subject, html }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DetailList details={[["Subject", subject]]} />
          <MailFrame html={html} title={`Email: ${subject}`} />
          <SendTest copyTo={null} send={(email) => read(invitations.test.$post({ json: { kind, email } }))} />
        </div>
      )}
    </QueryPanel>
  );
}
