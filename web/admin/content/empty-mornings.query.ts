import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type EmptyMorningsRequest, emptyMorningsResponse } from "#domain/contract/content/empty-mornings.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, hasErrorCode } from "../../lib/api-error.ts";
import { adminQuery, adminSearch } from "../parts/admin-query.ts";
import { refreshPlan } from "./content.query.ts";

const calls = adminApi.admin.settings["empty-mornings"];

export const emptyMorningsQuery = adminQuery(["/api/admin/settings/empty-mornings"], () => calls.$get());

export function fallbackChoicesQuery(search: string) {
  const query = { search: search || undefined };
  return adminSearch(["/api/admin/settings/empty-mornings/choices", search], () => calls.choices.$get({ query }));
}

/** Saves the setting. If someone else saved first, their version shows as the stored one. */
export function useSaveEmptyMornings() {
  const queryClient = useQueryClient();
  const { queryKey } = emptyMorningsQuery;
  return useMutation({
    mutationFn: (json: EmptyMorningsRequest) => read(calls.$put({ json })),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      refreshPlan(queryClient);
      void queryClient.invalidateQueries({ queryKey: ["/api/admin/audit"] });
    },
    onError: (error) => {
      const present = error instanceof ApiError && hasErrorCode(error, "stale") && error.present;
      const left = emptyMorningsResponse.safeParse(present);
      if (left.success) queryClient.setQueryData(queryKey, left.data);
    },
  });
}
