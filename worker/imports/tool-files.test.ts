import { beforeEach, expect, test } from "vitest";
import type { MemberImport } from "#domain/contract/imports.ts";
import { DAY_MS } from "#domain/durations.ts";
import { isOpenPlan } from "#domain/rules/import-answers.ts";
import type { ImportField } from "#domain/rules/import-fields.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { checkImport } from "./check-import.ts";
import { uploadImport } from "./imports.ts";
import { runImports } from "./run-imports.ts";

/** Before all dates of the files, in the middle between two slots. */
const NOW = Date.parse("2026-12-01T12:07:00Z");

/** A row's account. `until` is the last day with access or the day after it. */
type Row = {
  email?: string;
  firstName?: string;
  lastName?: string;
  timezone?: string;
  until?: string | null;
  plan?: string;
  isUnsubscribed?: boolean;
  suppressed?: boolean;
  labels?: string[];
};
/** `asks`: what the page asks before the start. It decodes a file that isn't in UTF-8. */
type File = { encoding?: string; columns: Partial<Record<ImportField, string>>; asks: string[]; rows: Row[] };

/** Files with the columns of public tools, by name; the people are invented. */
const FILES = import.meta.glob<string>("../../test/fixtures/imports/*.csv", {
  query: "?url&inline",
  import: "default",
  eager: true,
});

const WANTED = import.meta.glob<Record<string, File>>("../../test/fixtures/imports/expected.json", {
  import: "default",
  eager: true,
});

beforeEach(async () => {
  for (const table of ["invitations", "imports"]) await rowsOf(`delete from ${table}`);
});

async function upload(name: string, encoding = "utf-8"): Promise<MemberImport> {
  const found = await fetch(FILES[`../../test/fixtures/imports/${name}.csv`] ?? "");
  const body = new Blob([new TextDecoder(encoding).decode(await found.arrayBuffer())]);
  const file = { id: crypto.randomUUID(), filename: `${name}.csv`, sizeBytes: body.size, body: body.stream() };
  return uploadImport(contextAt(NOW), file);
}

async function check(
  { id, mapping }: Pick<MemberImport, "id" | "mapping">,
  answers: Partial<MemberImport["answers"]> = {},
) {
  for (;;) {
    const checked = await checkImport(contextAt(NOW), { id, mapping, answers });
    if (checked.state !== "checking") return checked;
  }
}

const openPlansOf = ({ asks, answers }: MemberImport) => asks.plans.filter((plan) => isOpenPlan(plan, answers));

function questionsOf(checked: MemberImport): string[] {
  const { dateExample, openStatus, openEnd, endless } = checked.asks;
  const all = {
    "day or month first": dateExample !== null,
    "status column": openStatus !== null,
    "end column": openEnd !== null,
    plan: openPlansOf(checked).length > 0,
    "no end date": endless > 0,
  };
  return Object.entries(all).flatMap(([question, isAsked]) => (isAsked ? [question] : []));
}

type Made = Record<"email" | "firstName" | "lastName" | "timezone" | "labels", string> &
  Record<"end" | "isUnsubscribed" | "suppressed", number> & { plan: string | null };

const accountsOf = async (importId: string) =>
  (await rowsOf(
    `select m.email, m.first_name as firstName, m.last_name as lastName, m.timezone, coalesce(m.access_ends_at, 0) as end,
      (select plan from access_grants where member_id = m.id) as plan, i.is_unsubscribed as isUnsubscribed,
      m.suppressed_at is not null as suppressed,
      (select json_group_array(label) from (select label from member_labels where member_id = m.id order by label)) as labels
    from invitations i join members m on m.id = i.member_id where i.import_id = ? order by i.row`,
    importId,
  )) as Made[];

/** What was made, in the words of the expectation, and only what it names. */
function inItsWords(made: Made, row: Row): Row {
  const { until } = row;
  const isNear = until && Math.abs(made.end - Date.parse(`${until}T12:00:00Z`)) <= 1.5 * DAY_MS;
  const all: Row = {
    ...made,
    plan: made.plan ?? "none",
    until: isNear ? until : made.end === 0 ? null : new Date(made.end).toISOString(),
    isUnsubscribed: made.isUnsubscribed === 1,
    suppressed: made.suppressed === 1,
    labels: JSON.parse(made.labels),
  };
  return Object.fromEntries(Object.keys(row).map((name) => [name, all[name as keyof Row]]));
}

test.for(Object.values(WANTED).flatMap((files) => Object.entries(files)))(
  "the file %s is read as its tool means it, after what the page asks, if anything",
  async ([name, { encoding, columns, asks, rows }]) => {
    const { id, mapping, columns: header } = await upload(name, encoding);
    const found = Object.keys(columns).map((field) => [field, header[mapping[field as ImportField] ?? -1]]);
    expect(Object.fromEntries(found)).toEqual(columns);
    const asked = await check({ id, mapping });
    expect(questionsOf(asked)).toEqual(asks);
    const plans = openPlansOf(asked).map(({ value }) => ({ value, plan: "monthly" as const }));
    await check({ id, mapping }, { noEnd: "2027-06-30", dateOrder: "month", plans });
    const started = await request(`/api/admin/imports/${id}/start`, { admin: true, method: "POST", now: NOW });
    expect(started.status).toBe(200);
    await runImports(contextAt(NOW));
    const made = await accountsOf(id);
    expect(made.map((account, at) => inItsWords(account, rows[at] ?? {}))).toEqual(rows);
  },
);
