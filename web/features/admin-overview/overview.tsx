import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, Users, Zap } from "lucide-react";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { Counter } from "./counter.tsx";
import { RecentUsers } from "./recent-users.tsx";
import { statsQuery } from "./stats.query.ts";

export function Overview({ password }: { password: string }) {
  const stats = useQuery(statsQuery(password));
  if (stats.data) {
    const { totalUsers, activeSubscribers, contentStats, recentUsers } = stats.data;
    return (
      <div className="grid gap-6">
        <dl className="grid gap-4 sm:grid-cols-3">
          <Counter label="Total Users" value={totalUsers} icon={Users} />
          <Counter label="Active Subscribers" value={activeSubscribers} icon={Zap} />
          <Counter label="Published Content" value={contentStats.publishedDays} icon={CalendarCheck} />
        </dl>
        <RecentUsers users={recentUsers} />
      </div>
    );
  }
  if (stats.isPending) return <LoadingState text="Loading the numbers..." />;
  return (
    <ErrorState
      title="Failed to fetch admin stats"
      detail={stats.error.message}
      onRetry={() => stats.refetch()}
      isRetrying={stats.isFetching}
    />
  );
}
