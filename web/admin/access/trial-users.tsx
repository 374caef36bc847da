import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { CalendarClock, MailPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TrialUser } from "#domain/contract/access.ts";
import { formatNumericDate } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { nameOf } from "../members/member-words.ts";
import { ShowMore } from "../parts/show-more.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { ChangeEnd, DeleteTrial, InviteAgain, trialsKey } from "./change-trial.tsx";

const PAGE = 50;

export const trialUsersQuery = infiniteQueryOptions({
  queryKey: trialsKey,
  queryFn: ({ pageParam: after }) =>
    read(adminApi.admin["trial-users"].$get({ query: { limit: String(PAGE), after } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < PAGE ? null : page.at(-1)?.id),
});

const QUESTIONS = { delete: DeleteTrial, invite: InviteAgain, end: ChangeEnd };
type Chosen = { user: TrialUser; action: keyof typeof QUESTIONS };

export function TrialUsers() {
  const users = useInfiniteQuery(trialUsersQuery);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const Question = chosen && QUESTIONS[chosen.action];
  return (
    <TitledCard id="trial-users" title="Manage Trial Users">
      <QueryPanel query={users} loading="Loading trial users..." failed="Failed to fetch trial users">
        {({ pages }) => (
          <div className="grid gap-4">
            <TrialUserList users={pages.flat()} onChoose={(user, action) => setChosen({ user, action })} />
            <ShowMore list={users} />
          </div>
        )}
      </QueryPanel>
      {Question && <Question user={chosen.user} onClose={() => setChosen(null)} />}
    </TitledCard>
  );
}

type TrialUserListProps = { users: TrialUser[]; onChoose: (user: TrialUser, action: Chosen["action"]) => void };

function TrialUserList({ users, onChoose }: TrialUserListProps) {
  if (users.length === 0) return <StatePanel kind="empty" title="No trial users found" />;
  return (
    <ul className="grid gap-3">
      {users.map((user) => (
        <li key={user.id} className="grid gap-2 rounded-xl border border-line bg-night p-4">
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
            <IconButton
              label={`Delete ${nameOf(user)}`}
              onClick={() => onChoose(user, "delete")}
              className="hover:border-bad hover:text-bad"
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
          {user.lastDay !== null && (
            <div className="flex flex-wrap gap-x-5">
              <SmallButton variant="ghost" className="!px-0" onClick={() => onChoose(user, "end")}>
                <CalendarClock aria-hidden="true" className="size-4" />
                Change the end<span className="sr-only"> of {nameOf(user)}</span>
              </SmallButton>
              {!user.hasPassword && !user.isSuppressed && (
                <SmallButton variant="ghost" className="!px-0" onClick={() => onChoose(user, "invite")}>
                  <MailPlus aria-hidden="true" className="size-4" />
                  Invite again<span className="sr-only"> for {nameOf(user)}</span>
                </SmallButton>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
