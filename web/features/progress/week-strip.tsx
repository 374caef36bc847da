import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Zap } from "lucide-react";
import { addDays, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { activityQuery } from "./progress.query.ts";

export function WeekStrip() {
  const { data } = useQuery(activityQuery);
  const done = new Set(data?.days.map(({ date }) => date));
  return (
    <ol aria-label="Your last seven days" className="flex min-h-16 flex-wrap justify-center gap-0.5 lg:gap-2.5">
      {data &&
        [-6, -5, -4, -3, -2, -1, 0].map((offset) => {
          const date = addDays(data.today, offset);
          const isDone = done.has(date);
          return (
            <li
              key={date}
              className="grid min-w-0 max-w-[3rem] flex-[1_0_2rem] content-start justify-items-center gap-1.5"
            >
              <span
                aria-hidden="true"
                className={clsx(
                  "grid size-8 place-items-center rounded-full border lg:size-10",
                  isDone ? "bolt-fill border-transparent text-night" : "border-control",
                  date === data.today && "completion-today",
                )}
              >
                {isDone && <Zap fill="currentColor" className="size-4" />}
              </span>
              <span className="text-xs font-semibold text-muted">
                {formatShortWeekday(date)}
                <span className="sr-only">{isDone ? ", done" : ", not done"}</span>
              </span>
            </li>
          );
        })}
    </ol>
  );
}
