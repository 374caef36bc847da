import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarClock, MailPlus, Trash2 } from "lucide-react";
import type { TrialUser } from "#domain/contract/access.ts";
import { formatNumericDate } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { nameOf } from "../members/member-words.ts";
import { adminPages } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { bind } from "../parts/bind.ts";
import { useKeptDay } from "../parts/kept.atoms.ts";
import { ShowMore } from "../parts/show-more.tsx";
import { TitledCard } from "../parts/titled-card.tsx";

const calls = adminApi.admin["trial-users"];
const PAGE = 50;

export const trialUsersQuery = adminPages(
  ["/api/admin/trial-users"],
  (after?: string) => calls.$get({ query: { limit: String(PAGE), after } }),
  (page) => (page.length < PAGE ? null : page.at(-1)?.id),
);

export function TrialUsers() {
  const users = useInfiniteQuery(trialUsersQuery);
  return (
    <TitledCard id="trial-users" title="Manage Trial Users">
      <QueryPanel query={users} loading="Loading trial users..." failed="Failed to fetch trial users">
        {({ pages }) => (
          <div className="grid gap-4">
            {pages.flat().length === 0 ? (
              <StatePanel kind="empty" title="No trial users found" />
            ) : (
              <ul className="grid gap-3">
                {pages.flat().map((user) => (
                  <TrialUserRow key={user.id} user={user} />
                ))}
              </ul>
            )}
            <ShowMore list={users} />
          </div>
        )}
      </QueryPanel>
    </TitledCard>
  );
}

type TrialProps = { user: TrialUser };

function TrialUserRow({ user }: TrialProps) {
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-night p-4">
      <div className="flex items-center justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <p className="wrap-anywhere font-bold semi-wide">{nameOf(user)}</p>
          <p className="wrap-anywhere text-muted text-sm">{user.email}</p>
          <p className="text-muted text-sm">
            Trial ends: {user.trialEndDate === null ? "Not set" : formatNumericDate(user.trialEndDate)}
          </p>
          {user.isSuppressed && (
            <p>
              <Badge tone="red">Suppressed</Badge>
            </p>
          )}
        </div>
        <AskButton
          button={{ icon: Trash2, label: `Delete ${nameOf(user)}`, className: "hover:border-bad hover:text-bad" }}
          title="Delete this trial user?"
          text={`${nameOf(user)} (${user.email}) loses access at once and gets no more wake-up mails.`}
          action="Delete"
          act={() => calls[":id"].$delete({ param: { id: user.id } })}
          tell={() => ({ title: "Trial User Deleted", tone: "success" })}
          reads={[trialUsersQuery.queryKey]}
          failed="Failed to delete trial user"
          closesOnFailure
        />
      </div>
      {user.lastDay !== null && (
        <div className="flex flex-wrap gap-x-5">
          <ChangeEnd user={user} lastDay={user.lastDay} />
          {!user.hasPassword && !user.isSuppressed && <InviteAgain user={user} />}
        </div>
      )}
    </li>
  );
}

const linkOf = (text: string, whose: string) => ({
  variant: "ghost" as const,
  size: "sm" as const,
  className: "!px-0",
  children: [
    text,
    <span key="whose" className="sr-only">
      {whose}
    </span>,
  ],
});

function InviteAgain({ user }: TrialProps) {
  const { id, email } = user;
  return (
    <AskButton
      button={{ icon: MailPlus, ...linkOf("Invite again", ` for ${nameOf(user)}`) }}
      title="Send the invitation again?"
      text={`It goes to ${email}, with a new link for 7 days. The link of the mail before stops working.`}
      action="Send again"
      isDangerous={false}
      act={(requestId) => calls[":id"].invite.$post({ param: { id }, json: { requestId } })}
      reads={[trialUsersQuery.queryKey]}
      failed="Failed to send the invitation"
    />
  );
}

function ChangeEnd({ user, lastDay }: TrialProps & { lastDay: string }) {
  const [endDate, setEndDate] = useKeptDay(`trial-end/${user.id}`, lastDay);
  const laterHint = user.isSuppressed ? "No mail tells of it: this address gets none." : "A later end is told by mail.";
  return (
    <AskButton
      button={{
        icon: CalendarClock,
        // If the field was cleared, the current end fills it again.
        onClick: () => endDate === "" && setEndDate(lastDay),
        ...linkOf("Change the end", ` of ${nameOf(user)}`),
      }}
      title="Change the end of the trial"
      text={nameOf(user)}
      action="Change the end"
      isDangerous={false}
      isDisabled={endDate === "" || endDate === lastDay}
      act={() => calls[":id"].end.$put({ param: { id: user.id }, json: { endDate } })}
      reads={[trialUsersQuery.queryKey]}
      failed="Failed to change the end"
      onDone={() => setEndDate(lastDay)}
    >
      <TextField
        label="Last day"
        type="date"
        {...bind(endDate, setEndDate)}
        hint={endDate > lastDay ? laterHint : "An earlier end takes effect without a mail."}
      />
    </AskButton>
  );
}
