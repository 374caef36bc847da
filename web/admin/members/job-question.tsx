import { useState } from "react";
import { type JobAction, jobAction, type MemberJob, type NewMemberJobRequest } from "#domain/contract/member-jobs.ts";
import { formatCount, formatNumber } from "#domain/formats.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { AskFirst } from "../parts/ask-first.tsx";
import { bind } from "../parts/controls.tsx";
import { everyMemberKey } from "../parts/query-keys.ts";
import { useAction } from "../parts/use-action.ts";
import { day } from "./member-words.ts";

export const jobCalls = adminApi.admin.members.jobs;
export type JobKind = JobAction["kind"];

const FIELDS = {
  label: { label: "Label", maxLength: 40 },
  days: { label: "Days", inputMode: "numeric", hint: "Added behind the access that each member has." },
  untilDate: { label: "Last day", type: "date", hint: "Who has access longer than that keeps it." },
  reason: { label: "Reason", maxLength: 500, hint: "Your team sees it on each member's page." },
} as const;

export const JOBS: Record<JobKind, { name: string; asks: (keyof typeof FIELDS)[] }> = {
  label: { name: "Add label", asks: ["label"] },
  unlabel: { name: "Remove label", asks: ["label"] },
  days: { name: "Grant days", asks: ["days", "reason"] },
  until: { name: "Grant access through a date", asks: ["untilDate", "reason"] },
  "stop-emails": { name: "Stop wake-up emails", asks: [] },
};

export function jobText(action: JobAction): string {
  if (action.kind === "days") return `Grant ${formatCount(action.days, "day")}`;
  if (action.kind === "until") return `Grant access through ${day(action.untilDate)}`;
  return "label" in action ? `${JOBS[action.kind].name} “${action.label}”` : JOBS[action.kind].name;
}

type JobQuestionProps = { kind: JobKind; of: NewMemberJobRequest["of"]; onClose: () => void; onConfirmed: () => void };

/** Asks what to do, has the members written down, and then their number typed before anything happens. */
export function JobQuestion({ kind, of, onClose, onConfirmed }: JobQuestionProps) {
  const [requestId] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState({ label: "", days: "7", untilDate: "", reason: "", number: "" });
  const [leavesOutSubscribers, setLeavesOut] = useState(false);
  const [job, setJob] = useState<MemberJob | null>(null);
  const { name, asks } = JOBS[kind];
  const action = jobAction.safeParse({ kind, ...Object.fromEntries(asks.map((field) => [field, typed[field]])) });
  const field = (one: keyof typeof typed) => bind(typed[one], (text) => setTyped({ ...typed, [one]: text }));
  const quiet = { notify: () => null } as const;
  const count = useAction({
    ...quiet,
    act: (asked: JobAction) => jobCalls.$post({ json: { requestId, action: asked, of } }),
    reads: [],
    onDone: (asked, made) => (made.state === "choosing" ? count.mutate(asked) : setJob(made)),
  });
  const confirm = useAction({
    ...quiet,
    act: ({ id, chosen }: MemberJob) =>
      jobCalls[":id"].confirm.$post({ param: { id }, json: { chosen, leavesOutSubscribers } }),
    reads: [everyMemberKey],
    onDone: onConfirmed,
  });
  const error = count.error ?? confirm.error;
  const submit = () => (job ? confirm.mutate(job) : action.success && count.mutate(action.data));
  const isRight = job !== null && job.chosen > 0 && typed.number.replace(/[\s,.]/g, "") === String(job.chosen);
  return (
    <AskFirst
      title={job ? `${jobText(job.action)} for ${formatCount(job.chosen, "member")}?` : name}
      text={
        job
          ? "It takes a few minutes. You can cancel it until then. Members who already got it keep it."
          : "First we count the members. Nothing changes until you type their number."
      }
      action={job ? name : "Count members"}
      isDangerous={false}
      isDisabled={job ? !isRight : !action.success}
      isBusy={count.isPending || confirm.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {!job && asks.map((one) => <TextField key={one} required {...FIELDS[one]} {...field(one)} />)}
      {job && job.subscribers > 0 && "reason" in job.action && (
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            checked={leavesOutSubscribers}
            onChange={({ target }) => setLeavesOut(target.checked)}
            className="mt-0.5 size-5 shrink-0 accent-bolt"
          />
          <span className="min-w-0">
            Leave out members with a subscription
            <span className="block text-muted text-sm">
              {formatNumber(job.subscribers)} of {formatNumber(job.chosen)} have a subscription: they keep paying; this
              counts only if they leave.
            </span>
          </span>
        </label>
      )}
      {job && (
        <TextField label={`Type ${formatNumber(job.chosen)} to begin`} inputMode="numeric" {...field("number")} />
      )}
      {error && <Alert>{errorDetail(error)}</Alert>}
    </AskFirst>
  );
}
