import type { ImportSheetRequest, SheetPlan } from "#domain/contract/content/days.ts";
import { MOST_ITEMS_A_PAGE } from "#domain/contract/content/library.ts";
import type { SheetRow } from "#domain/rules/sheets.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";

/** Below what a call's body may have. */
const MOST_BYTES = 60_000;
const TOO_LONG = "This row is too long for a sheet. Change it in the editor.";

export type PlannedRow = SheetRow & Omit<SheetPlan["rows"][number], "date">;
type SentRow = ImportSheetRequest["rows"][number];

const bytesOf = (row: object) => new TextEncoder().encode(JSON.stringify(row)).length;

function inCalls<Row extends object>(rows: readonly Row[]): Row[][] {
  const calls: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const call = calls.at(-1);
    const size = bytesOf(row);
    if (call && call.length < MOST_ITEMS_A_PAGE && size <= room) call.push(row);
    else {
      calls.push([row]);
      room = MOST_BYTES;
    }
    room -= size;
  }
  return calls;
}

function sent({ date, title, description, youtubeUrl, transcript, status }: SheetRow) {
  return { date, title, description, youtubeUrl, transcript, status };
}

const problemOf = (row: SheetRow) => row.problem ?? (bytesOf(row) > MOST_BYTES ? TOO_LONG : null);

/** What each row would do, with those that are refused first. */
export async function planSheet(rows: readonly SheetRow[]): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = rows.flatMap((row) => {
    const note = problemOf(row);
    return note === null ? [] : [{ ...row, note, outcome: "refused" as const, version: null, changes: [] }];
  });
  for (const call of inCalls(rows.filter((row) => problemOf(row) === null))) {
    const plan = await read(adminApi.content.sheet.plan.$post({ json: { rows: call.map(sent) } }));
    planned.push(...call.flatMap((row, index) => (plan.rows[index] ? [{ ...row, ...plan.rows[index] }] : [])));
  }
  const rank = ({ outcome, line }: PlannedRow) => (outcome === "refused" ? 0 : rows.length) + line;
  return planned.toSorted((one, other) => rank(one) - rank(other));
}

/** The calls of an import, each under its own ID: sent again, they change nothing. */
export function callsFor<Row extends SentRow>(rows: readonly Row[]) {
  return inCalls(rows).map((call) => ({ requestId: crypto.randomUUID(), rows: call }));
}

export function callsOf(planned: readonly PlannedRow[]): ImportSheetRequest[] {
  const rows = planned.filter(({ outcome }) => outcome === "new" || outcome === "changed");
  return callsFor(rows.map((row) => ({ ...sent(row), version: row.version })));
}

export const sendCall = (json: ImportSheetRequest) => read(adminApi.content.sheet.$post({ json }));

/** `onDone` gets the number of rows that are imported. */
export async function importSheet(calls: readonly ImportSheetRequest[], onDone: (rows: number) => void): Promise<void> {
  let done = 0;
  for (const call of calls) {
    await sendCall(call);
    done += call.rows.length;
    onDone(done);
  }
}
