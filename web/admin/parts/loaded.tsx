import type { ReactNode } from "react";
import { errorDetail } from "../../lib/api-error.ts";
import { StatePanel } from "../../ui/state-panel.tsx";

type LoadedProps<Data> = {
  query: { data: Data | undefined; isPending: boolean; error: unknown; isFetching: boolean; refetch: () => unknown };
  loading?: string;
  failed: string;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading && <StatePanel kind="loading" title={loading} />;
  return <StatePanel kind="error" title={failed} detail={errorDetail(query.error)} retry={query} />;
}
