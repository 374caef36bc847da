import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, type LucideIcon, Users, Zap } from "lucide-react";
import type { AdminStats } from "#domain/contract/statistics.ts";
import { formatNumber, formatNumericDate } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { LazySection } from "../../ui/lazy-section.tsx";
import { StackCell, StackRow, StackTable, WIDE_CARD } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MoneyCard } from "./money-card.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { overviewQuery } from "./overview.query.ts";
import { TodayCard } from "./today-card.tsx";

const loadCharts = async () => (await import("./day-charts.tsx")).DayCharts;

export function OverviewTab() {
  const stats = useQuery({
    queryKey: ["/api/admin/stats"],
    queryFn: () => read(adminApi.admin.stats.$get()),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {stats.data ? (
        <dl className="grid gap-2.5 sm:grid-cols-3 sm:gap-4">
          <Counter label="Total Users" value={stats.data.totalUsers} icon={Users} />
          <Counter label="Active Subscribers" value={stats.data.activeSubscribers} icon={Zap} />
          <Counter label="Published Content" value={stats.data.contentStats.publishedDays} icon={CalendarCheck} />
        </dl>
      ) : stats.isPending ? (
        <StatePanel kind="loading" title="Loading the numbers..." />
      ) : (
        <StatePanel kind="error" title="Failed to fetch admin stats" detail={errorDetail(stats.error)} retry={stats} />
      )}
      <DayPicture />
      {stats.data && <RecentUsers users={stats.data.recentUsers} />}
      <LazySection load={loadCharts} className="min-h-80" />
    </div>
  );
}

function Counter({ label, value, icon: Icon }: { label: string; value: number; icon: LucideIcon }) {
  return (
    <div className="grid content-between gap-2 rounded-card border border-line bg-panel px-5 py-3.5 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 sm:p-6">
      <dt className="readout flex items-center gap-4 text-muted max-sm:flex-row-reverse sm:justify-between">
        {label}
        <Icon aria-hidden="true" className="size-6 text-bolt" />
      </dt>
      <dd className="font-black text-2xl wide tabular-nums sm:text-4xl">{formatNumber(value)}</dd>
    </div>
  );
}

function DayPicture() {
  const overview = useQuery(overviewQuery);
  if (overview.data) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <NeedsCard needs={overview.data.needs} money={overview.data.money} today={overview.data.today.date} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <TodayCard today={overview.data.today} elsewhere={overview.data.elsewhere} />
          <MoneyCard money={overview.data.money} days={overview.data.days} />
        </div>
      </div>
    );
  }
  if (overview.isPending) return <StatePanel kind="loading" title="Looking at today..." />;
  const detail = errorDetail(overview.error);
  return <StatePanel kind="error" title="Failed to fetch the overview" detail={detail} retry={overview} />;
}

function RecentUsers({ users }: { users: AdminStats["recentUsers"] }) {
  return (
    <Card aria-labelledby="recent-users">
      <CardHeading id="recent-users">Recent Users</CardHeading>
      {users.length === 0 ? (
        <StatePanel kind="empty" title="No users yet. The first free trial will appear here." />
      ) : (
        <StackTable labelledBy="recent-users" columns={["Email", "Subscription", "Status", "Joined"]}>
          {users.map((user) => (
            <StackRow key={user.id} cardClass={WIDE_CARD.row}>
              <StackCell label="Email" className={`${WIDE_CARD.name} font-semibold`}>
                {user.email}
              </StackCell>
              <StackCell label="Subscription" className={WIDE_CARD.cell}>
                {user.subscriptionType ?? "None"}
              </StackCell>
              <StackCell label="Status" className={WIDE_CARD.cell}>
                <Badge tone={user.subscriptionStatus === "active" ? "green" : "grey"}>
                  {user.subscriptionStatus ?? "Inactive"}
                </Badge>
              </StackCell>
              <StackCell label="Joined" className={WIDE_CARD.cell}>
                {formatNumericDate(user.createdAt)}
              </StackCell>
            </StackRow>
          ))}
        </StackTable>
      )}
    </Card>
  );
}
