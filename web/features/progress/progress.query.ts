import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";

export const engagementQuery = queryOptions({
  queryKey: ["/api/user/engagement"],
  queryFn: () => read(api.user.engagement.$get()),
});

export const activityQuery = queryOptions({
  queryKey: ["/api/user/activity"],
  queryFn: () => read(api.user.activity.$get()),
});

export function progressQuery(id: string) {
  return queryOptions({
    queryKey: ["/api/progress", id],
    queryFn: () => read(api.progress[":id"].$get({ param: { id } })),
  });
}

export function useProgress(id: string, { enabled }: { enabled: boolean }) {
  return useQuery({ ...progressQuery(id), enabled });
}

export function useEngagement() {
  return useQuery(engagementQuery);
}
