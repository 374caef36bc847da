import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { answeredAhead } from "../../lib/read-ahead.ts";

export const engagementQuery = queryOptions(
  answeredAhead(["/api/user/engagement"], () => read(api.user.engagement.$get())),
);

export const streakQuery = queryOptions({
  queryKey: ["/api/user/streak"],
  queryFn: () => read(api.user.streak.$get()),
});

export const activityQuery = queryOptions({
  queryKey: ["/api/user/activity"],
  queryFn: () => read(api.user.activity.$get()),
});
