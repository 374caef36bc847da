import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, MailPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TrialUser } from "#domain/contract/access.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { formatCentralDate } from "../../lib/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { ShowMore } from "../parts/show-more.tsx";
import { ChangeEndDialog, InviteAgainDialog, nameOf } from "./change-trial.tsx";

const PAGE = 50;

export const trialUsersQuery = infiniteQueryOptions({
  queryKey: ["/api/admin/trial-users"],
  queryFn: ({ pageParam }) => {
    const after = pageParam === null ? {} : { after: pageParam };
    return read(adminApi.admin["trial-users"].$get({ query: { limit: String(PAGE), ...after } }));
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length < PAGE ? null : page.at(-1)?.id),
});

type Chosen = { user: TrialUser; action: "delete" | "invite" | "end" };

export function TrialUsers() {
  const users = useInfiniteQuery(trialUsersQuery);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  return (
    <Card aria-labelledby="trial-users">
      <CardHeading id="trial-users">Manage Trial Users</CardHeading>
      {users.data ? (
        <div className="grid gap-4">
          <TrialUserList users={users.data.pages.flat()} onChoose={(user, action) => setChosen({ user, action })} />
          <ShowMore list={users} />
        </div>
      ) : users.isPending ? (
        <StatePanel kind="loading" title="Loading trial users..." />
      ) : (
        <StatePanel kind="error" title="Failed to fetch trial users" detail={errorDetail(users.error)} retry={users} />
      )}
      {chosen?.action === "delete" && <DeleteTrialDialog user={chosen.user} onClose={close} />}
      {chosen?.action === "invite" && <InviteAgainDialog user={chosen.user} onClose={close} />}
      {chosen?.action === "end" && <ChangeEndDialog user={chosen.user} onClose={close} />}
    </Card>
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
                Trial ends: {user.trialEndDate === null ? "Not set" : formatCentralDate(user.trialEndDate)}
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
              <Button variant="ghost" size="sm" className="!px-0" onClick={() => onChoose(user, "end")}>
                <CalendarClock aria-hidden="true" className="size-4" />
                Change the end<span className="sr-only"> of {nameOf(user)}</span>
              </Button>
              {!user.hasPassword && !user.isSuppressed && (
                <Button variant="ghost" size="sm" className="!px-0" onClick={() => onChoose(user, "invite")}>
                  <MailPlus aria-hidden="true" className="size-4" />
                  Invite again<span className="sr-only"> for {nameOf(user)}</span>
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function DeleteTrialDialog({ user, onClose }: { user: TrialUser; onClose: () => void }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: (id: string) => read(adminApi.admin["trial-users"][":id"].$delete({ param: { id } })),
    onSuccess: () => toast({ title: "Trial User Deleted", tone: "success" }),
    onError: (error) => toast({ title: "Failed to delete trial user", description: errorDetail(error), tone: "error" }),
    // After a refusal too: the list was out of date then.
    onSettled: () => queryClient.invalidateQueries({ queryKey: trialUsersQuery.queryKey }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Delete this trial user?"
      description={`${nameOf(user)} (${user.email}) loses access at once and gets no more wake-up mails.`}
    >
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(user.id, { onSettled: onClose })}
        >
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
