import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TrialUser } from "#domain/contract/trials.ts";
import { Card, CardHeading } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { DeleteTrialDialog } from "./delete-trial-dialog.tsx";
import { TrialUserRow } from "./trial-user-row.tsx";
import { trialUsersQuery } from "./trial-users.query.ts";

export function TrialUsers({ password }: { password: string }) {
  const users = useQuery(trialUsersQuery(password));
  const [chosen, setChosen] = useState<TrialUser | null>(null);
  return (
    <Card aria-labelledby="trial-users">
      <CardHeading id="trial-users">Manage Trial Users</CardHeading>
      {users.data ? (
        <TrialUserList users={users.data} onDelete={setChosen} />
      ) : users.isPending ? (
        <LoadingState text="Loading trial users..." className="py-8" />
      ) : (
        <ErrorState
          title="Failed to fetch trial users"
          detail={users.error.message}
          onRetry={() => users.refetch()}
          isRetrying={users.isFetching}
        />
      )}
      <DeleteTrialDialog password={password} user={chosen} onClose={() => setChosen(null)} />
    </Card>
  );
}

function TrialUserList({ users, onDelete }: { users: TrialUser[]; onDelete: (user: TrialUser) => void }) {
  if (users.length === 0) return <p className="py-8 text-center text-muted">No trial users found</p>;
  return (
    <ul className="grid gap-3">
      {users.map((user) => (
        <TrialUserRow key={user.id} user={user} onDelete={() => onDelete(user)} />
      ))}
    </ul>
  );
}
