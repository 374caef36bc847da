import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { MemberJob } from "#domain/contract/member-jobs.ts";
import type { MemberFilter } from "#domain/contract/member-list.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { chosenText } from "#domain/rules/segment.ts";
import { adminQuery } from "../parts/admin-query.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { ProgressBar, SmallButton } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { SaveCsv } from "../parts/save-csv.tsx";
import { placeOf } from "../parts/segment.tsx";
import { JOBS, type JobKind, JobQuestion, jobCalls, jobText } from "./job-question.tsx";
import { exportCall, exportTicked } from "./members.query.ts";

const READ_EVERY_MS = 5000;
const isRunning = ({ state }: MemberJob) => state === "running";

const jobsQuery = adminQuery([...everyMemberKey, "jobs"], () => jobCalls.$get(), {
  refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? READ_EVERY_MS : false),
});

const FIRST: JobKind[] = ["label", "days"];
const MORE: JobKind[] = ["unlabel", "until", "stop-emails"];

type JobBarProps = { ticked: string[]; filter: MemberFilter; onDone: () => void };

/** What can be done for the ticked members, or else for all that the list's filters choose. */
export function JobBar({ ticked, filter, onDone }: JobBarProps) {
  const [asked, setAsked] = useState<JobKind | null>(null);
  const { failedSlot, ...segment } = filter;
  const hasTicked = ticked.length > 0;
  const isSegment = !hasTicked && failedSlot === undefined;
  return (
    <section aria-label="Chosen members" className="flex flex-wrap items-center gap-3">
      <p role="status" className="wrap-anywhere mr-auto font-bold max-sm:w-full">
        {hasTicked ? `${ticked.length} selected` : chosenText(filter)}
      </p>
      {FIRST.map((kind) => (
        <SmallButton key={kind} onClick={() => setAsked(kind)}>
          {JOBS[kind].name}
        </SmallButton>
      ))}
      <SaveCsv
        call={() => (hasTicked ? exportTicked(ticked) : exportCall(filter))}
        label="Export"
        filename="members.csv"
      />
      <Menu
        label="More actions"
        icon={Ellipsis}
        items={[
          ...MORE.map((kind) => ({ label: JOBS[kind].name, onSelect: () => setAsked(kind) })),
          ...(isSegment
            ? [
                { label: "Message", to: adminPath(placeOf(segment, "message")) },
                { label: "Invite", to: adminPath(placeOf(segment, "import")) },
              ]
            : []),
        ]}
      />
      {asked && (
        <JobQuestion
          kind={asked}
          of={hasTicked ? { ids: ticked } : { filter }}
          onClose={() => setAsked(null)}
          onConfirmed={() => {
            setAsked(null);
            onDone();
          }}
        />
      )}
    </section>
  );
}

function statusOf({ state, done, chosen }: MemberJob): string {
  const share = `${formatNumber(done)} of ${formatCount(chosen, "member")}`;
  return state === "running" ? `${share} so far` : state === "done" ? `Done for ${share}` : `Cancelled after ${share}`;
}

/** What runs, and what ended within a day. */
export function MemberJobs() {
  const { data } = useQuery(jobsQuery);
  if (!data?.jobs.length) return null;
  return (
    <ul aria-label="Changes of several members" className="grid gap-3">
      {data.jobs.map((job) => (
        <li key={job.id} className="grid gap-3 rounded-xl border border-line bg-night px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="wrap-anywhere font-bold">
              {jobText(job.action)} · {job.segment}
            </p>
            <p role="status" className="text-muted text-sm">
              {[statusOf(job), job.author].filter(Boolean).join(" · ")}
            </p>
          </div>
          {isRunning(job) && (
            <>
              <ProgressBar label="Members done" value={job.done} max={job.chosen} />
              <AskButton
                button={{ children: "Cancel", size: "sm", className: "justify-self-start" }}
                title={`Cancel “${jobText(job.action)}”?`}
                text="Members who already got it keep it. No one else does."
                action="Cancel it"
                refusal="Keep going"
                act={() => jobCalls[":id"].$delete({ param: { id: job.id } })}
                reads={[everyMemberKey]}
                failed="We couldn't cancel it"
                notify={() => ({ tone: "success", title: "Cancelled" })}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
