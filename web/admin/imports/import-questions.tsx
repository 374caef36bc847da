import { useState } from "react";
import type { MemberImport } from "#domain/contract/imports.ts";
import { formatCount } from "#domain/formats.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import {
  type ImportAnswers,
  isOpenPlan,
  NO_END_DAYS,
  PLAN_CHOICES,
  type PlanChoice,
  type PlanValue,
  planIn,
  STATUS_TOPICS,
  type StatusTopic,
} from "#domain/rules/import-answers.ts";
import type { ImportMapping } from "#domain/rules/import-fields.ts";
import { DATE_ORDERS, type DateOrder, readDay } from "#domain/rules/written-dates.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { bind } from "../parts/controls.tsx";
import { ImportPeople } from "./import-people.tsx";

/** What the administrator says about the file: the check's request. */
export type Said = { mapping: ImportMapping; answers: ImportAnswers };

export type SaidProps = { of: MemberImport; said: Said; onSaid: (said: Said) => void };

const CHOOSE = { value: "", label: "Choose" };
const PLAN_LABELS: Record<PlanChoice, string> = {
  monthly: "Monthly",
  quarterly: "Quarterly",
  annual: "Annual",
  none: "No access",
};
const TOPIC_LABELS: Record<StatusTopic, string> = {
  emails: "Their emails",
  membership: "Their membership",
  nothing: "Neither",
};
const UNTIL_DATE = "date";

const dayIn = (example: string, order: DateOrder) => formatLongDate(readDay(example, order) ?? "");
const oneOf = <Choice extends string>(choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice === value) ?? null;

/** Whether a plan's name tells nothing; if all do, their choices are beside the columns. */
export function hasPlanQuestion({ of, said: { answers } }: Pick<SaidProps, "of" | "said">): boolean {
  const isAnswered = (plan: PlanValue) =>
    planIn(plan.value) === null && answers.plans.some(({ value }) => value === plan.value);
  return of.asks.plans.some((plan) => isOpenPlan(plan, answers) || isAnswered(plan));
}

/** What the file leaves open. */
export function ImportQuestions(props: SaidProps) {
  const { of, said, onSaid } = props;
  const { dateExample, openStatus, openEnd, endless } = of.asks;
  const answer = (change: Partial<ImportAnswers>) => onSaid({ ...said, answers: { ...said.answers, ...change } });
  return (
    <>
      {dateExample !== null && (
        <SelectField
          label={`What does ${dateExample} mean?`}
          hint="The file's dates can be read both ways. Your answer applies to all of them."
          options={[CHOOSE, ...DATE_ORDERS.map((order) => ({ value: order, label: dayIn(dateExample, order) }))]}
          {...bind(said.answers.dateOrder ?? "", (value) => answer({ dateOrder: oneOf(DATE_ORDERS, value) }))}
        />
      )}
      {openStatus !== null && <StatusQuestion {...props} column={openStatus} />}
      {openEnd !== null && <EndColumnQuestion {...props} column={openEnd} />}
      {endless > 0 && <EndQuestion of={of} noEnd={said.answers.noEnd} onNoEnd={(noEnd) => answer({ noEnd })} />}
      {hasPlanQuestion(props) && <PlanQuestions {...props} />}
    </>
  );
}

function StatusQuestion({ of, said, onSaid, column }: SaidProps & { column: number }) {
  const choose = (value: string) => {
    const statusTopic = oneOf(STATUS_TOPICS, value);
    const kept = Object.entries(said.mapping).filter(([, at]) => at !== column);
    const field = statusTopic === "emails" ? "subscribed" : statusTopic === "membership" ? "status" : null;
    const mapping = { ...Object.fromEntries(kept), ...(field && { [field]: column }) };
    onSaid({ mapping, answers: { ...said.answers, statusTopic } });
  };
  return (
    <SelectField
      label={`What is "${of.columns[column]}" about?`}
      hint={`It says, for example: ${of.samples[column]?.join(", ")}`}
      options={[CHOOSE, ...STATUS_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic] }))]}
      {...bind(said.answers.statusTopic ?? "", choose)}
    />
  );
}

/** A column that looks like an end, while no one gets access by the file. */
function EndColumnQuestion({ of, said, onSaid, column }: SaidProps & { column: number }) {
  const isEnd = said.mapping.paidUntil === column;
  const choose = (value: string) => {
    const { paidUntil: _, ...others } = said.mapping;
    onSaid({
      mapping: value === "yes" ? { ...others, paidUntil: column } : isEnd ? others : said.mapping,
      answers: { ...said.answers, notEnd: value === "no" ? column : null },
    });
  };
  return (
    <SelectField
      label={`Is "${of.columns[column]}" when access ends?`}
      hint={`So far, no one gets access. It says, for example: ${of.samples[column]?.join(", ")}`}
      options={[CHOOSE, { value: "yes", label: "Yes" }, { value: "no", label: "No" }]}
      {...bind(isEnd ? "yes" : said.answers.notEnd === column ? "no" : "", choose)}
    />
  );
}

/** Without a plan's name, those count who would have access. */
const peopleWith = ({ value, count, ending, endless }: PlanValue) => (value === "" ? ending + endless : count);

/** The file's plans, each with a choice. One that needs none, because no one would have access by it, shows so. */
export function PlanQuestions({ of, said, onSaid }: SaidProps) {
  const { answers } = said;
  const choiceOf = (plan: PlanValue) => {
    const chosen = answers.plans.find(({ value }) => value === plan.value)?.plan ?? planIn(plan.value);
    return chosen ?? (isOpenPlan(plan, answers) ? "" : "none");
  };
  const choose = (value: string, choice: string) => {
    const others = answers.plans.filter((one) => one.value !== value);
    const plan = oneOf(PLAN_CHOICES, choice);
    onSaid({ ...said, answers: { ...answers, plans: plan ? [...others, { value, plan }] : others } });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Which of your plans is which?</legend>
      <div className="import-fields">
        {of.asks.plans.filter(peopleWith).map((plan) => (
          <SelectField
            key={plan.value}
            label={`${plan.value || "No plan named"} · ${formatCount(peopleWith(plan), "person", "people")}`}
            options={[
              ...(choiceOf(plan) === "" ? [CHOOSE] : []),
              ...PLAN_CHOICES.map((choice) => ({ value: choice, label: PLAN_LABELS[choice] })),
            ]}
            {...bind(choiceOf(plan), (choice) => choose(plan.value, choice))}
          />
        ))}
      </div>
    </fieldset>
  );
}

type EndQuestionProps = { of: MemberImport; noEnd: string | null; onNoEnd: (noEnd: string | null) => void };

function EndQuestion({ of, noEnd, onNoEnd }: EndQuestionProps) {
  const [isDated, setIsDated] = useState(noEnd !== null && noEnd !== "none" && noEnd !== "days");
  const choose = (value: string) => {
    setIsDated(value === UNTIL_DATE);
    onNoEnd(value === "" || value === UNTIL_DATE ? null : value);
  };
  const { endless } = of.asks;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{`${formatCount(endless, "person has", "people have")} no end date`}</legend>
      <div className="import-fields">
        <SelectField
          label="What do they get?"
          hint="They have a plan or count as active."
          options={[
            CHOOSE,
            { value: "none", label: "No access" },
            { value: "days", label: `${NO_END_DAYS} days` },
            { value: UNTIL_DATE, label: "Access through a date" },
          ]}
          {...bind(isDated ? UNTIL_DATE : (noEnd ?? ""), choose)}
        />
        {isDated && (
          <TextField label="Last day with access" type="date" {...bind(noEnd ?? "", (day) => onNoEnd(day || null))} />
        )}
      </div>
      <ImportPeople of={of} group="endless" label={`Show ${formatCount(endless, "person", "people")}`} />
    </fieldset>
  );
}
