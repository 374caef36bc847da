import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone } from "lucide-react";
import type { OwnSession, SessionsResponse } from "#domain/contract/account.ts";
import { api, read } from "../../lib/api.ts";
import { deviceOf } from "../../lib/device-of.ts";
import { failureSentence } from "../../lib/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Clock, DeviceRow, dayWords } from "../../ui/device-row.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { LogOutEverywhere } from "./log-out-everywhere.tsx";

const sessionsQuery = queryOptions({
  queryKey: ["/api/user/sessions"],
  queryFn: () => read(api.user.sessions.$get()),
});

export function SessionsCard({ hasPassword, ...clock }: Clock & { hasPassword: boolean }) {
  const sessions = useQuery(sessionsQuery);
  const hasOthers = (sessions.data?.sessions.length ?? 0) > 1;
  return (
    <Card
      id="sessions-heading"
      title="Devices"
      hint={hasOthers && `Don't recognize a device? Log it out${hasPassword ? " and change your password" : ""}.`}
    >
      <QueryPanel query={sessions} loading="Loading your devices..." failed="Your devices didn't load">
        {(answer) => <SessionList sessions={answer.sessions} clock={clock} />}
      </QueryPanel>
    </Card>
  );
}

function SessionList({ sessions, clock }: { sessions: readonly OwnSession[]; clock: Clock }) {
  const end = useEndSessions();
  const ask = useMutation({ mutationFn: () => read(api.user.feeds.$get()) });
  const showToast = useToast();
  const showFailure = (error: Error) => {
    const description = failureSentence("We couldn't finish the logout", error);
    showToast({ tone: "error", title: "Still logged in", description });
  };
  const endNamed = (ending: Ending, title: string) =>
    end.mutate(ending, {
      onSuccess: () => {
        showToast({ tone: "success", title, description: "Anything already playing there stops within the hour." });
        ask.reset();
      },
      onError: showFailure,
    });
  const endOthers = (keepFeeds: string) => endNamed({ id: null, keepFeeds }, "Every other device is logged out");
  const askFirst = () =>
    ask.mutate(undefined, {
      onSuccess: (answer) => answer.feeds.length === 0 && endOthers(""),
      onError: showFailure,
    });
  const feeds = ask.data?.feeds ?? [];
  return (
    <div className="grid grid-cols-1 gap-4">
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={ask.isPending || (end.isPending && end.variables.id === null)}
          onClick={askFirst}
        >
          Log out everywhere else
        </Button>
      )}
      <ul aria-label="Your devices" className="grid divide-y divide-line">
        {sessions.map((session) => {
          const name = deviceOf(session.userAgent) ?? "Unknown device";
          return (
            <DeviceRow key={session.id} icon={iconOf(name)} name={name} use={lastUsed(session, clock)}>
              {!session.isCurrent && (
                <Button
                  variant="secondary"
                  size="sm"
                  isBusy={end.isPending && end.variables.id === session.id}
                  onClick={() => endNamed({ id: session.id }, `${name} is logged out`)}
                  aria-label={`Log out ${name}, ${lastUsed(session, clock)}`}
                >
                  Log out
                </Button>
              )}
            </DeviceRow>
          );
        })}
      </ul>
      {feeds.length > 0 && (
        <LogOutEverywhere feeds={feeds} isBusy={end.isPending} onConfirm={endOthers} onClose={ask.reset} />
      )}
    </div>
  );
}

function iconOf(name: string): LucideIcon {
  if (!name.includes(" on ")) return MonitorSmartphone;
  return /iPhone|iPad|Android|iOS/.test(name) ? Smartphone : Laptop;
}

const lastUsed = ({ lastUsedAt, isCurrent }: OwnSession, clock: Clock): string =>
  isCurrent ? "This device" : `Last used ${dayWords(lastUsedAt, clock)}`;

type Ending = { id: string | null; keepFeeds?: string };

/** Ends one session by ID or, for null, all others and the feeds that aren't kept; the remaining ones are shown right away. */
function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, keepFeeds }: Ending) =>
      read(
        id === null
          ? api.user.sessions.$delete({ query: { keepFeeds } })
          : api.user.sessions[":id"].$delete({ param: { id } }),
      ),
    onSuccess: (_, { id }) => {
      queryClient.setQueryData<SessionsResponse>(
        sessionsQuery.queryKey,
        (before) =>
          before && { sessions: before.sessions.filter((one) => one.isCurrent || (id !== null && one.id !== id)) },
      );
      // The library lists the feeds.
      if (id === null) void queryClient.invalidateQueries({ queryKey: ["/api/user/feeds"] });
    },
  });
}
