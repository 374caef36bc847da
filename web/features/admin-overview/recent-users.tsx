import type { AdminStats } from "#domain/contract/admin.ts";
import { formatCentralDate } from "../../lib/central-date.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StackCell, StackRow, StackTable } from "../../ui/stack-table.tsx";

export function RecentUsers({ users }: { users: AdminStats["recentUsers"] }) {
  return (
    <Card aria-labelledby="recent-users">
      <CardHeading id="recent-users">Recent Users</CardHeading>
      {users.length === 0 ? (
        <p className="py-6 text-center text-muted">No users yet. The first free trial will appear here.</p>
      ) : (
        <StackTable labelledBy="recent-users" columns={["Email", "Subscription", "Status", "Joined"]}>
          {users.map((user) => (
            <StackRow key={user.id}>
              <StackCell label="Email" className="font-semibold">
                {user.email}
              </StackCell>
              <StackCell label="Subscription">{user.subscriptionType ?? "None"}</StackCell>
              <StackCell label="Status">
                <Badge tone={user.subscriptionStatus === "active" ? "green" : "grey"}>
                  {user.subscriptionStatus ?? "Inactive"}
                </Badge>
              </StackCell>
              <StackCell label="Joined">{formatCentralDate(user.createdAt)}</StackCell>
            </StackRow>
          ))}
        </StackTable>
      )}
    </Card>
  );
}
