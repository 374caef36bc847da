import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, UserX } from "lucide-react";
import type { MemberFile } from "#domain/contract/members.ts";
import { formatDate } from "#domain/formats.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { ArrivalLink } from "../../ui/arrival-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MemberAccess } from "./member-access.tsx";
import { MemberAccount } from "./member-account.tsx";
import { MemberAnswers } from "./member-answers.tsx";
import { mailName } from "./member-mail-words.ts";
import { MemberLabels, MemberNotes } from "./member-notes.tsx";
import { MemberSubscriptions } from "./member-payments.tsx";
import { MemberTimeline } from "./member-timeline.tsx";
import { invitedLook, nameOf } from "./member-words.ts";
import { memberMailsQuery, memberQuery } from "./members.query.ts";
import "./members.css";

export function MemberPage({ id, back }: { id: string; back: string }) {
  const file = useQuery(memberQuery(id));
  return (
    <div className="grid gap-6">
      <ArrivalLink to={back} className={buttonClass("ghost", "md", "justify-self-start")}>
        <ArrowLeft className="size-4" />
        All members
      </ArrivalLink>
      {!file.data && hasErrorCode(file.error, "not_found") ? (
        <StatePanel kind="empty" icon={UserX} title="Member not found" />
      ) : (
        <QueryPanel query={file} loading="Loading member..." failed="Couldn't load the member">
          {(known) => <Member file={known} />}
        </QueryPanel>
      )}
    </div>
  );
}

function Member({ file }: { file: MemberFile }) {
  const { profile } = file;
  return (
    <>
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="wrap-anywhere text-2xl sm:text-3xl">{nameOf(profile)}</h2>
          <StateBadge look={invitedLook(profile)} />
          {profile.hasEarlyAccess && <Badge tone="yellow">VIP</Badge>}
          {file.mail.suppression && <Badge tone="red">Suppressed</Badge>}
          <MemberAccount file={file} />
        </div>
        <p className="wrap-anywhere text-muted">{profile.email}</p>
        <MemberLabels id={profile.id} labels={file.labels} />
        {file.purge && <Purge purge={file.purge} />}
        {profile.status === "past-due" && <PastDue id={profile.id} />}
      </header>
      <div className="member-columns">
        <div className="in-turn grid grid-cols-[minmax(0,1fr)] gap-5">
          <MemberAnswers file={file} />
          <MemberAccess file={file} />
          <MemberSubscriptions id={profile.id} />
        </div>
        <div className="in-turn grid grid-cols-[minmax(0,1fr)] gap-5">
          <MemberTimeline file={file} />
          <MemberNotes id={profile.id} notes={file.notes} />
        </div>
      </div>
    </>
  );
}

/** What they were told is the newest of the emails about failed charges. */
function PastDue({ id }: { id: string }) {
  const mails = useInfiniteQuery(memberMailsQuery(id)).data?.pages.flatMap((page) => page.mails) ?? [];
  const told = mails.find(({ kind, settledAt }) => kind.startsWith("payment-failed") && settledAt);
  return (
    <Alert tone="error">
      A charge failed.{" "}
      {told?.settledAt
        ? `We told them on ${formatDate(told.settledAt)}: "${mailName(told.kind)}" (${told.state === "sent" ? "sent" : "not sent"}).`
        : "No email told them recently."}{" "}
      PayPal tries again, and access ends if that fails.
    </Alert>
  );
}

function Purge({ purge: { at, closedAt, byMember } }: { purge: NonNullable<MemberFile["purge"]> }) {
  const day = formatDate(at);
  if (closedAt === null)
    return (
      <Alert tone="info">Their access has ended. Their data will be deleted on {day}, and they've been notified.</Alert>
    );
  return (
    <Alert tone="info">
      {byMember ? "They deleted this account" : "An administrator deleted this account"} on {formatDate(closedAt)}. Its
      data will be deleted on {day}.{byMember && " They can restore it until then."}
    </Alert>
  );
}
