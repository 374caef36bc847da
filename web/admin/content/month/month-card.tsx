import { useQueryClient } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { useState } from "react";
import { flushSync } from "react-dom";
import { formatCount } from "#domain/formats.ts";
import { isCalendarDate, monthOf } from "#domain/rules/calendar-days.ts";
import { swapRows } from "#domain/rules/day-of-file.ts";
import { MEDIUM_KINDS } from "#domain/rules/video-link.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button, TEXT_LINK } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { focusOnArrival } from "../../../ui/focus-on-arrival.ts";
import { chosenEndings } from "../../media/prepare-file.ts";
import { DropZone } from "../../media/upload-field.tsx";
import { bind } from "../../parts/controls.tsx";
import { LoseQuestion } from "../../parts/lose-question.tsx";
import type { ContentAddress } from "../content-address.ts";
import { createDrafts } from "./create-drafts.ts";
import { type MonthTable as Table, tableAtom } from "./month.atoms.ts";
import { COLUMNS, takeFiles, withCell } from "./month-rows.ts";
import { MonthTable, UnknownFiles } from "./month-table.tsx";
import { useMonthRows } from "./use-month-rows.ts";

const store = getDefaultStore();
const HINT =
  "Each row is a day. Files with the same name belong together. You can paste a column of dates, titles, or descriptions from a spreadsheet.";
export const ANY_FILE = MEDIUM_KINDS.map(chosenEndings).join(",");

const change = (part: Partial<Table>) => store.set(tableAtom, (table) => table && { ...table, ...part });
const changeRows = (next: (rows: Table["rows"]) => Table["rows"]) =>
  store.set(tableAtom, (table) => table && { ...table, rows: next(table.rows) });

function actionsOn(today: string) {
  return {
    write: (index: number, column: (typeof COLUMNS)[number], texts: readonly (readonly string[])[]) => {
      const first = COLUMNS.indexOf(column);
      changeRows((rows) =>
        rows.map((row, place) => {
          const cells = texts[place - index]?.slice(0, COLUMNS.length - first) ?? [];
          return cells.reduce(
            (written, text, at) => withCell(written, COLUMNS[first + at] ?? column, text, today),
            row,
          );
        }),
      );
    },
    move: (index: number, by: number) => {
      const focused = document.activeElement;
      flushSync(() => changeRows((rows) => swapRows(rows, index, index + by)));
      // Its place in the table changed, which takes focus from it.
      if (focused instanceof HTMLElement) focused.focus();
    },
    leaveOut: (index: number, isLeftOut: boolean) =>
      changeRows((rows) => rows.map((row, place) => (place === index ? { ...row, isLeftOut } : row))),
  };
}

/** Files on their way to become sessions: a table to correct, and one press. */
export function MonthCard({ table, today, go }: { table: Table } & Pick<ContentAddress, "today" | "go">) {
  const queryClient = useQueryClient();
  const { rows, factsOf } = useMonthRows(table);
  const [isLeaving, setIsLeaving] = useState(false);
  const kept = rows.filter(({ isLeftOut }) => !isLeftOut);
  const wrong = kept.filter(({ problem }) => problem !== null);
  const isHeld = wrong.length > 0 || kept.length === 0;
  function press() {
    if (isHeld) return;
    createDrafts(kept, factsOf);
    go({ month: monthOf(kept[0]?.date ?? today) });
  }
  return (
    <Card id="month" title={formatCount(rows.length, "new session")} hint={HINT}>
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-4 lg:grid-cols-2">
          <TextField
            label="First day"
            type="date"
            hint="It's Day 1. Files without a date get the next free days."
            {...bind(table.start, (start) => isCalendarDate(start) && change({ start }))}
          />
          <DropZone
            isMany
            label="Add more files"
            accept={ANY_FILE}
            onFiles={(files) => takeFiles(files, { start: table.start, today }, queryClient)}
          />
        </div>
        {table.refusal && (
          <Alert>
            <p className="font-semibold">{table.refusal.title}</p>
            <p>{table.refusal.text}</p>
          </Alert>
        )}
        <UnknownFiles names={table.unknown} />
        <MonthTable rows={rows} today={today} factsOf={factsOf} actions={actionsOn(today)} />
        <div className="month-foot flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="text-bad text-sm max-sm:basis-full">
            {wrong.length > 0 && (
              <button
                type="button"
                className={TEXT_LINK}
                onClick={() => document.querySelector<HTMLElement>(".month-cell[aria-invalid]")?.focus()}
              >
                {`Fix or leave out ${formatCount(wrong.length, "row")} first`}
              </button>
            )}
          </p>
          <Button
            variant="secondary"
            onClick={() => (rows.length > 0 ? setIsLeaving(true) : store.set(tableAtom, null))}
          >
            Cancel
          </Button>
          <Button ref={focusOnArrival} aria-disabled={isHeld || undefined} onClick={press}>
            {`Create ${formatCount(kept.length, "draft")}`}
          </Button>
        </div>
      </div>
      {isLeaving && (
        <LoseQuestion
          title="Discard this table?"
          action="Discard changes"
          lost={[formatCount(rows.length, "new session")]}
          onConfirm={() => store.set(tableAtom, null)}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </Card>
  );
}
