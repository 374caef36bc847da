import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorDetail } from "../lib/api-error.ts";
import { StatePanel } from "./state-panel.tsx";

type QueryPanelProps<Data> = {
  query: UseQueryResult<Data>;
  /** Nothing is shown while loading without it. */
  loading?: string;
  failed: string;
  children?: (data: Data) => ReactNode;
};

/** What a query returned. If reading it again fails, the error is above the earlier data. */
export function QueryPanel<Data>({ query, loading, failed, children }: QueryPanelProps<Data>) {
  return (
    <>
      {query.isPending && loading && (
        <div data-awaited="">
          <StatePanel kind="loading" title={loading} />
        </div>
      )}
      {(query.isLoadingError || query.isRefetchError) && (
        <StatePanel kind="error" title={failed} detail={errorDetail(query.error)} retry={query} />
      )}
      {query.data !== undefined && children?.(query.data)}
    </>
  );
}
