import type { UseQueryResult } from "@tanstack/react-query";
import { errorDetail } from "../../lib/api-error.ts";
import { StatePanel } from "../../ui/state-panel.tsx";

/** One error, with one retry, where everything in a tab failed to load. */
export function AllFailed({ queries, failed }: { queries: readonly UseQueryResult[]; failed: string }) {
  const retry = {
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
    isFetching: queries.some(({ isFetching }) => isFetching),
  };
  return <StatePanel kind="error" title={failed} detail={errorDetail(queries[0]?.error)} retry={retry} />;
}
