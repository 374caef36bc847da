import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorDetail } from "../lib/api-error.ts";
import { StatePanel } from "./state-panel.tsx";

type QueryPanelProps<Data> = {
  query: UseQueryResult<Data>;
  loading: string;
  failed: string;
  children: (data: Data) => ReactNode;
};

export function QueryPanel<Data>({ query, loading, failed, children }: QueryPanelProps<Data>) {
  return (
    <>
      {query.isPending && <StatePanel kind="loading" title={loading} />}
      {query.isError && <StatePanel kind="error" title={failed} detail={errorDetail(query.error)} retry={query} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
