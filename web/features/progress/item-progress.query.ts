import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { answeredAhead } from "../../lib/read-ahead.ts";

export function progressQuery(id: string) {
  return queryOptions(answeredAhead(["/api/progress", id], () => read(api.progress[":id"].$get({ param: { id } }))));
}

export function useProgress(id: string, { enabled }: { enabled: boolean }) {
  return useQuery({ ...progressQuery(id), enabled });
}
