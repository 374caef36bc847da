import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RunwayResponse } from "#domain/contract/content/library.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { runwayQuery } from "./content.query.ts";
import { GAP_WORDS, humanDate } from "./content-words.tsx";

const SHOWN = 7;
const HOW_TO_FILL =
  'Mornings without a session send no email. Turn on "May be sent again" in past sessions, and one of them goes out instead.';

export function RunwayPanel({ onOpen }: { onOpen: (date: string) => void }) {
  const runway = useQuery(runwayQuery);
  return (
    <QueryPanel query={runway} loading="Loading the next mornings..." failed="Couldn't load the next mornings">
      {(known) => <Runway runway={known} onOpen={onOpen} />}
    </QueryPanel>
  );
}

type Day = RunwayResponse["days"][number];

/** "Draft, no description, no email" */
function lackText({ gaps, isEmpty, fallback }: Day): string {
  const [first, ...rest] = gaps.map((gap) => GAP_WORDS[gap]);
  if (isEmpty && !fallback) rest.push("No email");
  return [first, ...rest.map((words) => words.toLowerCase())].join(", ");
}

type RunwayProps = { runway: RunwayResponse; onOpen: (date: string) => void };

function Runway({ runway: { days }, onOpen }: RunwayProps) {
  const [isWhole, setIsWhole] = useState(false);
  const lacking = days.filter(({ gaps }) => gaps.length > 0);
  const ready = days.length - lacking.length;
  const shown = isWhole ? lacking : lacking.slice(0, SHOWN);
  const isUnfilled = days.some(({ isEmpty, fallback }) => isEmpty && !fallback);
  return (
    <section aria-labelledby="runway" className="grid grid-cols-1 content-start gap-3">
      <h3 id="runway" className="font-bold text-lg">
        <span className="bolt-text font-black text-4xl wide tabular-nums">{ready}</span>{" "}
        {`of the next ${days.length} mornings ${ready === 1 ? "is" : "are"} ready`}
      </h3>
      {lacking.length > 0 && (
        <>
          {isUnfilled && <p className="text-muted text-sm">{HOW_TO_FILL}</p>}
          <ul className="grid gap-1">
            {shown.map((day) => (
              <li key={day.date}>
                <button
                  type="button"
                  onClick={() => onOpen(day.date)}
                  className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-3 rounded-lg px-2 py-1 text-left text-sm hover:bg-raised"
                >
                  <span className="font-semibold tabular-nums">{humanDate(day.date)}</span>
                  <span className={day.gaps[0] === "content" ? "text-bad" : "text-warn"}>{lackText(day)}</span>
                  {day.isEmpty && day.fallback && (
                    <span className="wrap-anywhere basis-full text-muted">{`"${day.fallback.title}" goes out instead`}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
          {lacking.length > SHOWN && (
            <SmallButton variant="ghost" className="justify-self-start" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? "Show fewer" : `Show all ${lacking.length}`}
            </SmallButton>
          )}
        </>
      )}
    </section>
  );
}
