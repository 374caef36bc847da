import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, type LucideIcon, Users, Zap } from "lucide-react";
import type { AdminStats } from "#domain/contract/statistics.ts";
import { formatNumber, formatNumericDate } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { LazySection } from "../../ui/lazy-section.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StackTable, WIDE_CARD } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { overviewQuery } from "./overview.query.ts";
import { MoneyCard, TodayCard } from "./overview-figures.tsx";

const loadCharts = async () => (await import("./day-charts.tsx")).DayCharts;

export function OverviewTab() {
  const overview = useQuery(overviewQuery);
  const stats = useQuery(adminQuery(["/api/admin/stats"], () => adminApi.admin.stats.$get()));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <QueryPanel query={stats} loading="Loading the numbers..." failed="Failed to fetch admin stats">
        {({ totalUsers, activeSubscribers, contentStats }) => (
          <dl className="grid gap-2.5 sm:grid-cols-3 sm:gap-4">
            <Counter label="Total Users" value={totalUsers} icon={Users} />
            <Counter label="Active Subscribers" value={activeSubscribers} icon={Zap} />
            <Counter label="Published Content" value={contentStats.publishedDays} icon={CalendarCheck} />
          </dl>
        )}
      </QueryPanel>
      <QueryPanel query={overview} loading="Loading the overview..." failed="Couldn't load the overview">
        {({ needs, money, today, elsewhere, days }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
            <NeedsCard needs={needs} money={money} today={today.date} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <TodayCard today={today} elsewhere={elsewhere} />
              <MoneyCard money={money} days={days} />
            </div>
          </div>
        )}
      </QueryPanel>
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

function RecentUsers({ users }: { users: AdminStats["recentUsers"] }) {
  return (
    <TitledCard id="recent-users" title="Recent Users">
      {users.length === 0 ? (
        <StatePanel kind="empty" title="No users yet. New members and trial users will appear here." />
      ) : (
        <StackTable
          labelledBy="recent-users"
          rows={users}
          keyOf={({ id }) => id}
          cardClass={WIDE_CARD.row}
          columns={[
            { label: "Email", className: `${WIDE_CARD.name} font-semibold`, cell: ({ email }) => email },
            { label: "Subscription", className: WIDE_CARD.cell, cell: (user) => user.subscriptionType ?? "None" },
            {
              label: "Status",
              className: WIDE_CARD.cell,
              cell: ({ subscriptionStatus: status }) => (
                <Badge tone={status === "active" ? "green" : "grey"}>{status ?? "Inactive"}</Badge>
              ),
            },
            { label: "Joined", className: WIDE_CARD.cell, cell: ({ createdAt }) => formatNumericDate(createdAt) },
          ]}
        />
      )}
    </TitledCard>
  );
}
