import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { Link } from "react-router";
import type { InvitationsResponse } from "#domain/contract/imports.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { BOUNCES, INVITATION_DAYS, type InvitationStop, REMINDED_AFTER_DAYS } from "#domain/rules/invitations.ts";
import { INVITATION_NAMES } from "#domain/rules/segment.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { ActionError } from "../parts/action-error.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { ProgressBar } from "../parts/controls.tsx";
import { useAction } from "../parts/use-action.ts";
import { ChooseInvitees } from "./choose-invitees.tsx";

const HINT = `Imported members get no other email until they accept. We remind them once, after ${REMINDED_AFTER_DAYS} days. If an invitation isn't accepted within ${INVITATION_DAYS} days, we delete the account, but never before its paid time ends.`;

const STOPPED: Record<InvitationStop, string> = {
  administrator: "You stopped the invitations.",
  complaints:
    "Invitations stopped because of spam complaints. Before you continue, make sure that these people know you.",
  bounces: `Invitations stopped because ${BOUNCES.share * 100}% of the last ${BOUNCES.of} bounced. Check how old these addresses are before you continue.`,
};

const EVERY_MS = { purging: 5000, otherwise: 30_000 };

/** Also while nothing is sent: an import on the same page may end, and members accept. */
const invitationsQuery = adminQuery(["/api/admin/invitations"], () => adminApi.admin.invitations.$get(), {
  refetchInterval: ({ state: { data } }) => (data?.isPurging ? EVERY_MS.purging : EVERY_MS.otherwise),
});

/** How far the invitations are, and what starts, stops, and ends them. */
export function InvitationsCard() {
  const invitations = useQuery(invitationsQuery);
  return (
    <Card id="invitations" title="Invitations" hint={HINT}>
      <QueryPanel query={invitations} loading="Loading invitations..." failed="Couldn't load invitations">
        {(known) => <Invitations known={known} />}
      </QueryPanel>
    </Card>
  );
}

function Invitations({ known }: { known: InvitationsResponse }) {
  const { state, stopReason, areOffersStopped, waiting, open, accepted, sentToday, mostToday, isPurging } = known;
  const all = waiting + open + accepted;
  if (all === 0) return <StatePanel kind="empty" icon={MailPlus} title="No one to invite yet. Import members first." />;
  return (
    <div className="invitations grid grid-cols-[minmax(0,1fr)] gap-5">
      {state === "stopped" && stopReason !== null && (
        <Alert tone={stopReason === "administrator" ? "info" : "error"}>{STOPPED[stopReason]}</Alert>
      )}
      {areOffersStopped && (
        <Alert tone="error">
          Invitations to people without access stopped because of spam complaints. To continue, choose an import and
          check the box again.
        </Alert>
      )}
      {state === "sending" && <Alert tone="info">Invitations are going out.</Alert>}
      {isPurging && <Alert tone="info">We're deleting the accounts of members who haven't accepted.</Alert>}
      <ProgressBar label="Members invited" value={open + accepted} max={all} />
      <DetailList
        look="ends"
        details={[
          [INVITATION_NAMES.waiting, listed("waiting", waiting)],
          [INVITATION_NAMES.sent, listed("sent", open)],
          ["Accepted", formatNumber(accepted)],
          ["Sent today", `${formatNumber(sentToday)} of ${formatNumber(mostToday)}`],
        ]}
      />
      {waiting > 0 && !isPurging && <ChooseInvitees mostToday={mostToday} reads={[invitationsQuery.queryKey]} />}
      <div className="flex flex-wrap gap-3">
        <Sending state={state} />
        {waiting + open > 0 && !isPurging && <DeleteAll count={waiting + open} />}
      </div>
    </div>
  );
}

/** A number that opens its list. */
const listed = (invitation: keyof typeof INVITATION_NAMES, count: number) => (
  <Link to={adminPath({ tab: "members", invitation })} className="underline underline-offset-4 hover:text-bolt">
    {formatNumber(count)}
  </Link>
);

function Sending({ state }: Pick<InvitationsResponse, "state">) {
  const stop = useAction({
    act: () => adminApi.admin.invitations.stop.$post(),
    reads: [invitationsQuery.queryKey],
    notify: () => ({ title: "Invitations stopped", tone: "info" }),
  });
  if (state === "sending")
    return (
      <>
        <Button variant="secondary" isBusy={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
        <ActionError of={stop} title="Couldn't stop the invitations" />
      </>
    );
  return (
    state === "stopped" && (
      <AskButton
        button={{ variant: "primary", children: "Continue" }}
        title="Continue the invitations?"
        action="Continue"
        isDangerous={false}
        act={() => adminApi.admin.invitations.start.$post({ json: { to: null } })}
        reads={[invitationsQuery.queryKey]}
        failed="Couldn't start the invitations"
        notify={() => ({ title: "Invitations are on their way", tone: "success" })}
      />
    )
  );
}

function DeleteAll({ count }: { count: number }) {
  const accounts = formatCount(count, "account");
  return (
    <AskButton
      button={{ children: "Delete unaccepted accounts" }}
      title={`Delete ${accounts}?`}
      text="These members haven't accepted. Their names, addresses, and imported access are deleted for good, and their invitations stop working. Accounts with a purchase, other access, or other activity stay."
      action={`Delete ${accounts}`}
      act={() => adminApi.admin.invitations.purge.$post()}
      reads={[invitationsQuery.queryKey]}
      failed="Couldn't delete the accounts"
      notify={() => ({ title: `Deleting ${accounts}`, tone: "info" })}
    />
  );
}
