import type { PlanValue } from "#domain/rules/import-answers.ts";
import type { Remark } from "#domain/rules/import-remarks.ts";
import {
  type CountedRemark,
  type ImportGroup,
  type ImportResult,
  LISTED_PEOPLE,
  NO_RESULT,
} from "#domain/rules/import-result.ts";
import { countVote, type DateOrder, type DateVotes, noVotes, orderAmong } from "#domain/rules/written-dates.ts";
import { invalid } from "../kernel/errors.ts";
import { plainCell } from "./import-cells.ts";
import type { FilePlan } from "./import-file.ts";
import type { PlanFacts } from "./import-row.ts";
import { type JudgedRow, notesOf } from "./judge-rows.ts";

const MOST_PLANS = 50;
/** Then dates that matter to no one aren't read anymore. */
const ENOUGH_VOTES = 1000;
/** Per kind of remark: a file may spell a zone in thousands of ways. */
const MOST_EXAMPLES = 5;

type Listed = { row: number; email: string; name: string; through: string | null; notes: string };

/** What a check has found so far: numbers, and the first people behind each. */
export type Tally = {
  created: number;
  refused: number;
  result: ImportResult;
  plans: PlanValue[];
  endless: number;
  remarks: CountedRemark[];
  votes: DateVotes;
  lists: Partial<Record<ImportGroup, Listed[]>>;
};

export const emptyTally = (): Tally => ({
  created: 0,
  refused: 0,
  result: { ...NO_RESULT },
  plans: [],
  endless: 0,
  remarks: [],
  votes: noVotes(),
  lists: {},
});

function groupsOf({ read, refusal }: JudgedRow): ImportGroup[] {
  if (refusal !== null || read === null) return ["rejected"];
  const { person, facts } = read;
  const groups: ImportGroup[] = [person.lastDay === null ? "none" : person.plan];
  if (facts.isEndless) groups.push("endless");
  if (person.suppression !== null) groups.push("unreachable");
  else if (person.isUnsubscribed) groups.push("noEmail");
  return groups;
}

function listedOf(judged: JudgedRow): Listed {
  const { row, email, read } = judged;
  const { firstName = null, lastName = null, lastDay: through = null } = read?.person ?? {};
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return { row, email, name, through: judged.refusal === null ? through : null, notes: notesOf(judged) };
}

function countPlan({ plans }: Tally, { planText: value, isEnding, isEndless }: PlanFacts): void {
  let plan = plans.find((one) => one.value === value);
  if (plan === undefined) {
    plan = { value, count: 0, ending: 0, endless: 0 };
    if (plans.push(plan) > MOST_PLANS)
      throw invalid(`The column for the plan has more than ${MOST_PLANS} different values. Choose another column.`);
  }
  plan.count += 1;
  plan.ending += Number(isEnding);
  plan.endless += Number(isEndless);
}

/** The count that a remark belongs to. */
function countOf({ remarks }: Pick<Tally, "remarks">, { kind, text }: Remark): CountedRemark {
  const known = remarks.find((one) => one.kind === kind && one.text === text);
  if (known !== undefined) return known;
  const isFull = remarks.filter((one) => one.kind === kind).length >= MOST_EXAMPLES;
  if (isFull && kind !== "others") return countOf({ remarks }, { kind: "others", text: "" });
  const added = { kind, text, count: 0 };
  remarks.push(added);
  return added;
}

/** Adds a row to what was found. */
export function tallyRow(tally: Tally, { fields, dates }: FilePlan, judged: JudgedRow): void {
  const { cells, read, refusal } = judged;
  const used = [fields.paidUntil, fields.nextPayment, fields.joined];
  const { month, day } = tally.votes;
  for (const column of month + day < ENOUGH_VOTES ? new Set([...dates, ...used]) : used)
    if (column !== undefined) countVote(tally.votes, plainCell(cells[column] ?? ""), used.includes(column));
  const groups = groupsOf(judged);
  for (const group of groups) {
    if (group in tally.result) tally.result[group as keyof ImportResult] += 1;
    tally.lists[group] ??= [];
    const list = tally.lists[group];
    if (list.length < LISTED_PEOPLE) list.push(listedOf(judged));
  }
  if (refusal !== null || read === null) {
    tally.refused += 1;
    return;
  }
  tally.created += 1;
  tally.endless += Number(read.facts.isEndless);
  if (fields.plan !== undefined || read.facts.isEnding || read.facts.isEndless) countPlan(tally, read.facts);
  // They count rows, and a row may have several.
  for (const counted of new Set(read.remarks.map((remark) => countOf(tally, remark)))) counted.count += 1;
}

/** The order of the file's dates: what they say, else the answer. */
export const orderOf = ({ votes }: Tally, answer: DateOrder | null) => orderAmong(votes) ?? answer;

/** What the check found, for the page. */
export function foundIn(tally: Tally, { looks, fields }: FilePlan): NonNullable<FilePlan["found"]> {
  const { votes, plans, endless, remarks } = tally;
  const used = Object.values(fields);
  const unused = looks.findIndex((look, at) => look === "end" && !used.includes(at));
  return {
    openEnd: unused >= 0 && endless === 0 && plans.every(({ ending }) => ending === 0) ? unused : null,
    dateExample: orderAmong(votes) === null ? votes.example : null,
    plans: plans.toSorted((one, other) => other.count - one.count),
    endless,
    remarks,
  };
}
