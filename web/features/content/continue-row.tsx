import { useQuery } from "@tanstack/react-query";
import { startedQuery } from "./library.query.ts";
import { SessionRow } from "./session-row.tsx";

/** The newest session that was started and not completed; nothing without one, or while it's unknown. */
export function ContinueRow() {
  const [item] = useQuery(startedQuery).data?.items ?? [];
  if (!item) return null;
  return <SessionRow item={item} above={<span className="readout text-bolt">Continue</span>} />;
}
