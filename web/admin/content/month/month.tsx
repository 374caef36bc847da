import { useAtomValue } from "jotai";
import type { ContentAddress } from "../content-address.ts";
import { jobAtom, tableAtom } from "./month.atoms.ts";
import { MonthCard } from "./month-card.tsx";
import { MonthProgress } from "./month-progress.tsx";

/** Many sessions at once, from their files to their schedule. */
export function Month({ today, go }: Pick<ContentAddress, "today" | "go">) {
  const [table, job] = [useAtomValue(tableAtom), useAtomValue(jobAtom)];
  if (job) return <MonthProgress job={job} today={today} go={go} />;
  return table && <MonthCard table={table} today={today} />;
}
