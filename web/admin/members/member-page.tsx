import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, UserX } from "lucide-react";
import { Link } from "react-router";
import type { MemberFile } from "#domain/contract/members.ts";
import { formatDate, formatDateTime } from "#domain/formats.ts";
import { ACTION_NAMES } from "#domain/words.ts";
import { STATUS_TONES } from "../../brand/status-tones.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { MemberAccess } from "./member-access.tsx";
import { MemberAccount } from "./member-account.tsx";
import { MemberConsents, MemberGifts } from "./member-gifts.tsx";
import { MemberLabels } from "./member-labels.tsx";
import { MemberInbound, MemberMails } from "./member-mails.tsx";
import { MemberNotes } from "./member-notes.tsx";
import { MemberPayments } from "./member-payments.tsx";
import { actorName, nameOf } from "./member-words.ts";
import { memberQuery } from "./members.query.ts";

export function MemberPage({ id, back }: { id: string; back: string }) {
  const file = useQuery(memberQuery(id));
  return (
    <div className="grid gap-6">
      <Link to={back} ref={focusOnArrival} className={buttonClass("ghost", "md", "justify-self-start")}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        All members
      </Link>
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
          <Badge tone={STATUS_TONES[profile.subscriptionStatus]}>{profile.subscriptionStatus}</Badge>
          {profile.hasEarlyAccess && <Badge tone="yellow">VIP</Badge>}
          {file.mail.suppression && <Badge tone="red">Suppressed</Badge>}
        </div>
        <p className="wrap-anywhere text-muted">{profile.email}</p>
        <MemberLabels id={profile.id} labels={file.labels} />
        {file.purge && <Purge purge={file.purge} />}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <MemberAccount file={file} />
          <MemberAccess file={file} />
          <MemberPayments id={profile.id} />
          <MemberGifts email={profile.email} />
          <MemberProgress progress={file.progress} />
        </div>
        <div className="grid gap-6">
          <MemberNotes id={profile.id} notes={file.notes} />
          <MemberMails file={file} />
          <MemberConsents consents={file.consents} />
          <MemberInbound mails={file.inbound} />
          <MemberHistory history={file.history} />
        </div>
      </div>
    </>
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

function MemberProgress({ progress }: { progress: MemberFile["progress"] }) {
  const { itemsCompleted, currentStreak, lastCompletedDate, recent } = progress;
  const hint = lastCompletedDate && `Last session on ${formatDate(`${lastCompletedDate}T12:00:00Z`)}.`;
  return (
    <TitledCard id="member-progress" title="Progress" hint={hint}>
      {itemsCompleted === 0 ? (
        <p className="text-muted">No sessions completed yet.</p>
      ) : (
        <div className="grid gap-5">
          <dl className="grid grid-cols-2 gap-3">
            {[
              ["Completed", itemsCompleted],
              ["Last streak", currentStreak],
            ].map(([name, value]) => (
              <div key={name} className="rounded-xl border border-line bg-night p-4">
                <dt className="readout text-muted">{name}</dt>
                <dd className="wide mt-1 font-extrabold text-2xl tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          <ul className="grid gap-2 text-sm">
            {recent.map(({ date, title, completedDate }) => (
              <li key={date} className="flex justify-between gap-4">
                <span className="wrap-anywhere min-w-0">{title}</span>
                <span className="shrink-0 text-muted">{formatDate(`${completedDate}T12:00:00Z`)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </TitledCard>
  );
}

function MemberHistory({ history }: { history: MemberFile["history"] }) {
  return (
    <TitledCard id="member-history" title="Activity">
      {history.length === 0 ? (
        <p className="text-muted">No activity yet.</p>
      ) : (
        <ol className="grid gap-3 text-sm">
          {history.map(({ at, actor, action, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ID and are never reordered.
            <li key={index} className="grid gap-0.5">
              <span className="font-semibold">{ACTION_NAMES[action]}</span>
              {reason && <span className="wrap-anywhere">"{reason}"</span>}
              <span className="text-muted">
                {formatDateTime(at)} · {actorName(actor)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </TitledCard>
  );
}
