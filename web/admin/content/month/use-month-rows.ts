import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { calendarQuery } from "../content.query.ts";
import { useFileFacts } from "./file-facts.ts";
import type { MonthTable } from "./month.atoms.ts";
import { shownRows } from "./month-rows.ts";

/** The table's rows with their dates. A month's sessions are asked for once a row is in it; the server has the last word. */
export function useMonthRows({ rows, start }: MonthTable) {
  const queryClient = useQueryClient();
  const [taken, setTaken] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const asked = useRef(new Set<string>());
  const factsOf = useFileFacts(useMemo(() => rows.flatMap(({ files }) => files), [rows]));
  const isTaken = (date: string) => taken.get(monthOf(date))?.includes(date) ?? false;
  const shown = shownRows(rows, { start, isTaken, factsOf });
  const months = [...new Set(shown.flatMap(({ date }) => (date ? [monthOf(date)] : [])))].join();
  useEffect(() => {
    for (const month of months.split(",").filter((one) => one !== "" && !asked.current.has(one))) {
      asked.current.add(month);
      queryClient.fetchQuery(calendarQuery(month)).then(
        (days) =>
          setTaken((known) =>
            new Map(known).set(
              month,
              days.map(({ date }) => date),
            ),
          ),
        () => asked.current.delete(month),
      );
    }
  }, [queryClient, months]);
  return { rows: shown, factsOf };
}
