import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { TrialUser } from "#domain/contract/trials.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { formatCentralDate } from "../../../lib/central-date.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card, CardHeading } from "../../../ui/card.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { StatePanel } from "../../../ui/state-panel.tsx";
import { useToast } from "../../../ui/use-toast.ts";

export const trialUsersQuery = queryOptions({
  queryKey: ["/api/admin/trial-users"],
  queryFn: () => read(adminApi.admin["trial-users"].$get({ query: {} })),
});

export function TrialUsers() {
  const users = useQuery(trialUsersQuery);
  const [chosen, setChosen] = useState<TrialUser | null>(null);
  return (
    <Card aria-labelledby="trial-users">
      <CardHeading id="trial-users">Manage Trial Users</CardHeading>
      {users.data ? (
        <TrialUserList users={users.data} onDelete={setChosen} />
      ) : users.isPending ? (
        <StatePanel kind="loading" title="Loading trial users..." />
      ) : (
        <StatePanel kind="error" title="Failed to fetch trial users" detail={errorDetail(users.error)} retry={users} />
      )}
      {chosen && <DeleteTrialDialog user={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

function TrialUserList({ users, onDelete }: { users: TrialUser[]; onDelete: (user: TrialUser) => void }) {
  if (users.length === 0) return <StatePanel kind="empty" title="No trial users found" />;
  return (
    <ul className="grid gap-3">
      {users.map((user) => (
        <li
          key={user.id}
          className="flex items-center justify-between gap-4 rounded-xl border border-line bg-night p-4"
        >
          <div className="grid min-w-0 gap-1">
            <p className="wrap-anywhere font-bold semi-wide">{nameOf(user)}</p>
            <p className="wrap-anywhere text-muted text-sm">{user.email}</p>
            <p className="text-muted text-sm">
              Trial ends: {user.trialEndDate === null ? "Not set" : formatCentralDate(user.trialEndDate)}
            </p>
          </div>
          <IconButton
            label={`Delete ${nameOf(user)}`}
            onClick={() => onDelete(user)}
            className="hover:border-bad hover:text-bad"
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** First and last name as far as they are known, else the address. */
function nameOf({ firstName, lastName, email }: TrialUser): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
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
