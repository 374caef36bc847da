import type { UseQueryResult } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";

/** The session plays on without its progress; only badges and completion are missing. */
export function ProgressTrouble({ query }: { query: UseQueryResult<unknown> }) {
  return (
    <Alert>
      Failed to fetch progress.{" "}
      <button
        type="button"
        className="min-h-8 font-bold text-bolt underline underline-offset-4"
        onClick={() => query.refetch()}
      >
        Try again
      </button>
    </Alert>
  );
}
