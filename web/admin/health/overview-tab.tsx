import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, type LucideIcon, Users, Zap } from "lucide-react";
import { Link } from "react-router";
import type { AdminStats } from "#domain/contract/statistics.ts";
import { formatNumber, formatNumericDate } from "#domain/formats.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StackTable, WIDE_CARD } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { statusLook, typeText } from "../members/member-words.ts";
import { adminQuery } from "../parts/admin-query.ts";
import { AllFailed } from "../parts/all-failed.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { overviewQuery } from "./overview.query.ts";
import "./overview.css";
import { Card } from "../../ui/card.tsx";
import { MoneyCard, TodayCard } from "./overview-figures.tsx";

const MEMBERS: AdminPlace = { tab: "members" };
const PUBLISHED: AdminPlace = { tab: "content", status: "published" };

export function OverviewTab() {
  const overview = useQuery(overviewQuery);
  const stats = useQuery(adminQuery(["/api/admin/stats"], () => adminApi.admin.stats.$get()));
  const { totalUsers, activeSubscribers, contentStats } = stats.data ?? {};
  if (stats.isLoadingError && overview.isLoadingError)
    return <AllFailed queries={[stats, overview]} failed="Failed to fetch admin stats" />;
  return (
    <div className="in-turn grid grid-cols-[minmax(0,1fr)] gap-6">
      <QueryPanel query={stats} failed="Failed to fetch admin stats" />
      {!stats.isLoadingError && (
        <dl className="counters">
          <Counter label="Total Users" value={totalUsers} icon={Users} place={MEMBERS} />
          <Counter label="Active Subscribers" value={activeSubscribers} icon={Zap} place={MEMBERS} also="with access" />
          <Counter
            label="Published Content"
            value={contentStats?.publishedDays}
            icon={CalendarCheck}
            place={PUBLISHED}
          />
        </dl>
      )}
      <QueryPanel query={overview} loading="Loading the overview..." failed="Couldn't load the overview">
        {({ needs, money, today, elsewhere }) => (
          <>
            <NeedsCard needs={needs} money={money} today={today.date} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
              <TodayCard today={today} elsewhere={elsewhere} />
              <MoneyCard money={money} today={today} />
            </div>
          </>
        )}
      </QueryPanel>
      {stats.data && <RecentUsers users={stats.data.recentUsers} />}
    </div>
  );
}

type CounterProps = {
  label: string;
  value: number | undefined;
  icon: LucideIcon;
  place: AdminPlace;
  also?: string;
};

/** A dash until `value` is known. `also`: what the value counts, where its place lists more. */
function Counter({ label, value, icon: Icon, place, also }: CounterProps) {
  return (
    <div className="flex flex-col justify-between gap-1.5 rounded-card border border-line bg-panel px-4 py-3.5">
      <dt className="readout flex items-start justify-between gap-2 text-muted">
        {label}
        <Icon className="size-5 shrink-0 text-bolt max-sm:hidden" />
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 font-black text-2xl wide tabular-nums">
        <Link to={adminPath(place)} className="hover:text-bolt">
          {value === undefined ? "–" : formatNumber(value)}
        </Link>
        {also && <span className="font-normal text-muted text-sm">{also}</span>}
      </dd>
    </div>
  );
}

/** The newest; Total Users leads to the others, in the same order. */
const USERS_SHOWN = 4;

function RecentUsers({ users }: { users: AdminStats["recentUsers"] }) {
  return (
    <Card id="recent-users" title="Recent Users">
      {users.length === 0 ? (
        <StatePanel kind="empty" title="No users yet. New members and trial users will appear here." />
      ) : (
        <StackTable
          labelledBy="recent-users"
          rows={users.slice(0, USERS_SHOWN)}
          keyOf={({ id }) => id}
          cardClass={WIDE_CARD.row}
          columns={[
            { label: "Email", className: `${WIDE_CARD.name} font-semibold lg:!py-2`, cell: EmailLink },
            { label: "Subscription", className: WIDE_CARD.cell, cell: typeText },
            {
              label: "Status",
              className: WIDE_CARD.cell,
              // The spec colors only Active.
              cell: (user) => (
                <Badge tone={user.status === "active" ? "green" : "grey"}>
                  {user.subscriptionStatus ? statusLook(user).label : "Inactive"}
                </Badge>
              ),
            },
            { label: "Joined", className: WIDE_CARD.cell, cell: ({ createdAt }) => formatNumericDate(createdAt) },
          ]}
        />
      )}
    </Card>
  );
}

function EmailLink({ id, email }: AdminStats["recentUsers"][number]) {
  return (
    <Link
      to={adminPath({ tab: "members", member: id })}
      className="inline-flex min-h-11 items-center underline-offset-4 hover:text-bolt hover:underline"
    >
      {email}
    </Link>
  );
}
