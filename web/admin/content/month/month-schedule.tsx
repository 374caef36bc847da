import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedDay } from "#domain/contract/content/create-many.ts";
import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { formatCount } from "#domain/formats.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { errorDetail } from "../../../lib/api-error.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { QueryPanel } from "../../../ui/query-panel.tsx";
import { useToast } from "../../../ui/use-toast.ts";
import { AskFirst } from "../../parts/ask-first.tsx";
import { SmallButton } from "../../parts/controls.tsx";
import { refreshPlan } from "../content.query.ts";
import type { ContentAddress } from "../content-address.ts";
import { humanDate, releaseOf } from "../content-words.tsx";
import { type MonthJob, setJob } from "./month.atoms.ts";
import { checksQuery, inTurn, putDraft } from "./month.query.ts";

type MonthScheduleProps = {
  job: MonthJob;
  items: readonly CreatedDay[];
  /** Reads the drafts again, before their checks run again. */
  onCheck: () => Promise<unknown>;
} & Pick<ContentAddress, "today" | "go">;

type Doubtful = CreatedDay & { doubts: PreflightResponse };

/** Once all files are there: the checks of all run, and one press schedules those that pass. */
export function MonthSchedule({ job, items, today, go, onCheck }: MonthScheduleProps) {
  const checks = useQuery(checksQuery(job, items));
  const [isAsking, setIsAsking] = useState(false);
  const schedule = useSchedule(job, today);
  const open = items.filter(({ date, status }) => status === "draft" && date >= today);
  const doubtsOf = ({ id }: CreatedDay) => checks.data?.find((one) => one.id === id)?.doubts ?? null;
  const clean = open.filter((item) => doubtsOf(item) === null);
  const doubtful = open.flatMap((item): Doubtful[] => {
    const doubts = doubtsOf(item);
    return doubts ? [{ ...item, doubts }] : [];
  });
  function end() {
    setJob(null);
    go({ month: monthOf(items[0]?.date ?? today) });
  }
  const press = (chosen: readonly CreatedDay[]) =>
    schedule.mutate(chosen, {
      onSuccess: ({ failed }) => failed.length === 0 && chosen.length === open.length && end(),
    });
  const have = doubtful.length === 1 ? "has" : "have";
  return (
    <QueryPanel query={checks} loading="Checking files, videos, and emails..." failed="The checks couldn't run">
      {() => (
        <div className="grid gap-4">
          <Issues doubtful={doubtful} onOpen={(day) => go({ day })} />
          {schedule.data?.failed.map(({ item, error }) => (
            <Alert key={item.id}>{`${humanDate(item.date)}: ${errorDetail(error)}`}</Alert>
          ))}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <SmallButton
              variant="ghost"
              isBusy={checks.isFetching}
              onClick={() => onCheck().then(() => checks.refetch())}
            >
              Check again
            </SmallButton>
            <Button variant="secondary" onClick={end}>
              {open.length > 0 ? "Keep as drafts" : "Close"}
            </Button>
            {doubtful.length > 0 && (
              <Button variant={clean.length > 0 ? "secondary" : "primary"} onClick={() => setIsAsking(true)}>
                Schedule anyway
              </Button>
            )}
            {clean.length > 0 && (
              <Button isBusy={schedule.isPending} onClick={() => press(clean)}>
                {`Schedule ${clean.length}${doubtful.length > 0 ? ` · ${doubtful.length} ${have} issues` : ""}`}
              </Button>
            )}
          </div>
          {isAsking && (
            <AskFirst
              title={`Schedule ${formatCount(open.length, "session")} anyway?`}
              text={`${doubtful.length} of them ${have} issues.`}
              action="Schedule anyway"
              isDangerous={false}
              onConfirm={() => {
                setIsAsking(false);
                press(open);
              }}
              onClose={() => setIsAsking(false)}
            />
          )}
        </div>
      )}
    </QueryPanel>
  );
}

/** Schedules drafts as they were checked: one that was changed since is refused and stays a draft. */
function useSchedule(job: MonthJob, today: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async (items: readonly CreatedDay[]) => {
      const release = async (item: CreatedDay) => {
        const json = { status: releaseOf(item.date, today), version: item.version, flow: job.id };
        try {
          putDraft(queryClient, job, await read(adminApi.content[":id"].$put({ param: { id: item.id }, json })));
          return [];
        } catch (error) {
          return [{ item, error }];
        }
      };
      const failures = await Promise.all(items.map((item) => inTurn(() => release(item))));
      return { failed: failures.flat() };
    },
    onSuccess: ({ failed }, items) => {
      void refreshPlan(queryClient);
      const count = items.length - failed.length;
      if (count > 0) toast({ title: `${formatCount(count, "session")} scheduled`, tone: "success" });
    },
  });
}

function Issues({ doubtful, onOpen }: { doubtful: readonly Doubtful[]; onOpen: (date: string) => void }) {
  return (
    <ul aria-label="Issues" className="grid gap-1 empty:hidden">
      {doubtful.map(({ id, date, title, doubts }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(date)}
            className="flex min-h-11 w-full flex-wrap items-center gap-x-3 text-left text-sm hover:text-bolt"
          >
            <span className="font-semibold">{`${humanDate(date)}: ${title}`}</span>
            <span className="wrap-anywhere text-warn">
              {doubts.map(({ message }) => message).join(" ") || "The checks couldn't run."}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
