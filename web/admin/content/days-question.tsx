import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DayAction, DaysPlan } from "#domain/contract/content/days.ts";
import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { formatCount } from "#domain/formats.ts";
import { formatMonthDay } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind } from "../parts/controls.tsx";
import { findDoubts } from "./content.query.ts";
import { limitTo } from "./limit-to.ts";
import { requireSaved } from "./save-draft.ts";
import type { DoneJob, SelectedDay } from "./selection.atoms.ts";

type Day = DaysPlan["days"][number];

/** An action's words, for the menu, the question, its button, and what was done. */
const MOVE = { verb: "Move", done: "moved", after: "" };
export const DAY_ACTIONS: (typeof MOVE & { label: string; action: DayAction })[] = [
  { label: "Schedule", action: { status: "scheduled" }, verb: "Schedule", done: "scheduled", after: "" },
  { label: "Publish", action: { status: "published" }, verb: "Publish", done: "published", after: "" },
  { label: "Set to draft", action: { status: "draft" }, verb: "Set", done: "set to draft", after: " to draft" },
  { label: "Hide", action: { hidden: true }, verb: "Hide", done: "hidden", after: "" },
  { label: "Show", action: { hidden: false }, verb: "Show", done: "shown", after: "" },
  ...([true, false] as const).map((mayBeSentAgain) => {
    const [verb, after] = [mayBeSentAgain ? "Mark" : "Unmark", ' as "may be sent again"'];
    return { label: verb + after, action: { mayBeSentAgain }, verb, done: `${verb.toLowerCase()}ed`, after };
  }),
  { label: "Swap the two days", action: { swap: true }, verb: "Swap", done: "swapped", after: "" },
  { label: "Delete sessions", action: { delete: true }, verb: "Delete", done: "deleted", after: "" },
];
const wordsOf = (action: DayAction) =>
  DAY_ACTIONS.find((one) => JSON.stringify(one.action) === JSON.stringify(action)) ?? MOVE;

const inTurn = limitTo(4);

/** Runs the checks of each draft once, and finds those with issues or without an answer, by date. */
async function checkAll(days: readonly Day[]): Promise<(Day & { doubts: PreflightResponse })[]> {
  const checked = await Promise.all(
    days.map((day) => inTurn(async () => ({ ...day, doubts: await findDoubts(day.id) }))),
  );
  return checked
    .flatMap(({ doubts, ...day }) => (doubts ? [{ ...day, doubts }] : []))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

function usePlan(days: readonly SelectedDay[], action: DayAction) {
  const queryClient = useQueryClient();
  const plan = useQuery({
    queryKey: ["days plan", action, days],
    queryFn: async () => {
      // The server plans with what it has.
      await Promise.all(days.map(({ id }) => requireSaved(queryClient, id)));
      return read(adminApi.content.days.plan.$post({ json: { action, days: [...days] } }));
    },
    gcTime: 0,
    retry: false,
  });
  const changing = plan.data?.days.filter(({ refusal }) => refusal === null) ?? [];
  const isRelease = action.status !== undefined && action.status !== "draft";
  const drafts = isRelease ? changing.filter(({ status }) => status === "draft") : [];
  const checks = useQuery({
    queryKey: ["days checks", drafts.map(({ id, version }) => [id, version])],
    queryFn: () => checkAll(drafts),
    enabled: drafts.length > 0,
    refetchOnWindowFocus: false,
  });
  return { plan, changing, doubtful: checks.data ?? [], isChecking: checks.isLoading };
}

type DaysQuestionProps = {
  days: readonly SelectedDay[];
  action: DayAction;
  onClose: () => void;
  onDone: (job: DoneJob) => void;
};

/** Names what a job changes, what it leaves out, and what is in its way, before it starts. */
export function DaysQuestion({ days, action: asked, onClose, onDone }: DaysQuestionProps) {
  const [moveBy, setMoveBy] = useState(String(asked.moveBy ?? ""));
  const action = asked.moveBy === undefined ? asked : { moveBy: Number(moveBy) };
  const { plan, changing, doubtful, isChecking } = usePlan(days, action);
  const { verb, done, after } = wordsOf(action);
  const count = formatCount(changing.length, "session");
  const taken = changing.filter(({ isTaken }) => isTaken);
  const left = plan.data?.days.filter(({ refusal }) => refusal !== null) ?? [];
  const anyway = `${verb} ${count}${after}${doubtful.length > 0 ? " anyway" : ""}`;
  const clean = changing.filter(({ id }) => doubtful.every((one) => one.id !== id));
  const isSplit = doubtful.length > 0 && clean.length > 0;
  const issues = `${doubtful.length} ${doubtful.length === 1 ? "has" : "have"} issues`;
  const isHeld = !plan.data || isChecking || changing.length === 0 || taken.length > 0;
  const start = (chosen: typeof changing) => (requestId: string) =>
    adminApi.content.days.$post({
      json: { requestId, action, days: chosen.map(({ id, date, version }) => ({ id, date, version })) },
    });
  return (
    <AskToAct
      title={plan.data ? `${verb} ${count}${after}?` : `${verb} ${formatCount(days.length, "session")}${after}?`}
      text={action.delete && "Members won't be able to open them. You can restore them for 30 days."}
      action={isSplit ? `${verb} ${clean.length} · ${issues}` : anyway}
      other={isSplit && { action: anyway, act: start(changing) }}
      isDangerous={action.delete === true}
      isDisabled={isHeld}
      renewsId
      act={start(isSplit ? clean : changing)}
      reads={[["/api/content"]]}
      notify={({ id, changed, undoUntil }) => {
        onDone({ id, undoUntil, text: `${formatCount(changed, "session")} ${done}` });
        return null;
      }}
      onClose={onClose}
    >
      {asked.moveBy !== undefined && (
        <TextField label="Days later" type="number" hint="A negative number is earlier." {...bind(moveBy, setMoveBy)} />
      )}
      {plan.error && <Alert>{errorDetail(plan.error)}</Alert>}
      {isChecking && <p role="status">Checking files, video, and email...</p>}
      <Named title="Already taken. Choose other days." days={taken} textOf={({ to }) => `→ ${formatMonthDay(to)}`} />
      <Named
        title={`Issues in ${formatCount(doubtful.length, "session")}`}
        days={doubtful}
        textOf={({ doubts }) => doubts.map(({ message }) => message).join(" ") || "The checks couldn't run."}
      />
      <Named title="Left out" days={left} textOf={({ refusal }) => refusal} />
      {changing[0] && changing[0].to !== changing[0].date && taken.length === 0 && (
        <p className="text-muted text-sm">
          {changing.length === 1 || action.swap
            ? changing.map(({ date, to }) => `${formatMonthDay(date)} → ${formatMonthDay(to)}`).join(", ")
            : `${formatMonthDay(changing[0].date)} → ${formatMonthDay(changing[0].to)}, and the others alike`}
        </p>
      )}
    </AskToAct>
  );
}

type NamedProps<One extends Day> = { title: string; days: readonly One[]; textOf: (day: One) => string | null };

/** Days of which the same is to be said share a line. */
function Named<One extends Day>({ title, days, textOf }: NamedProps<One>) {
  if (days.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-semibold">{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <ul aria-label={title} tabIndex={0} className="grid max-h-60 gap-1 overflow-y-auto text-muted">
        {Object.entries(Object.groupBy(days, (day) => textOf(day) ?? "")).map(([text, same = []]) => (
          <li key={text}>
            <strong>{same.map(({ date }) => formatMonthDay(date)).join(", ")}</strong> {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
