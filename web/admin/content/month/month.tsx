import { useAtomValue } from "jotai";
import type { ContentAddress } from "../content-address.ts";
import { createdAtom } from "./created.atoms.ts";
import { CreatedCard } from "./created-card.tsx";
import { tableAtom } from "./month.atoms.ts";
import { MonthCard } from "./month-card.tsx";

/** Many sessions at once: the uploads of the last ones, and a table of files that are to become some. */
export function Month({ today, go }: Pick<ContentAddress, "today" | "go">) {
  const [table, created] = [useAtomValue(tableAtom), useAtomValue(createdAtom)];
  return (
    <>
      {created && <CreatedCard created={created} go={go} />}
      {table && <MonthCard table={table} today={today} go={go} />}
    </>
  );
}
