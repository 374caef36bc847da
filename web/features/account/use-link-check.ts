import { useQuery } from "@tanstack/react-query";

/** Whether an emailed link still works, and what its page shows. Doesn't use it up. Asks nothing while the address lacks a part. */
export function useLinkCheck<Answer>(path: string, parts: (string | null)[], check: () => Promise<Answer>) {
  return useQuery({
    queryKey: [path, ...parts],
    queryFn: check,
    enabled: parts.every(Boolean),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
