import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#domain/formats.ts";
import { readSheet, SHEET_HEADER } from "#domain/rules/sheets.ts";
import { ApiError, errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { type StackColumn, StackTable } from "../../ui/stack-table.tsx";
import { textOfFile } from "../media/text-of-file.ts";
import { DropZone } from "../media/upload-field.tsx";
import { bind, ProgressBar } from "../parts/controls.tsx";
import { FIELD_LABELS } from "./content-fields.ts";
import { humanDate, STATUS_OPTIONS } from "./content-words.tsx";
import { callsOf, importSheet, type PlannedRow, planSheet } from "./sheet-calls.ts";

const HINT = `A row for each day, with the columns ${SHEET_HEADER.join(", ")}. Only the date is required. A column that's missing stays as it is. Nothing is saved until you've seen what happens.`;
const NO_SHEET = `We found no dates. Name the columns in the first row: ${SHEET_HEADER.join(", ")}.`;

/** Days from a spreadsheet: what would happen first, then one press. */
export function SheetDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const plan = useMutation({
    mutationFn: async (from: string | File) => {
      const rows = readSheet(typeof from === "string" ? from : await textOfFile(from));
      if (rows === null) throw new ApiError(400, NO_SHEET, null);
      const planned = await planSheet(rows);
      return { planned, calls: callsOf(planned) };
    },
  });
  const again = () => plan.variables !== undefined && plan.mutate(plan.variables);
  return (
    <Dialog isOpen isWide onOpenChange={onClose} title="Import a sheet" description={!plan.data && HINT}>
      {plan.data ? (
        <Plan key={plan.submittedAt} {...plan.data} onAgain={again} onClose={onClose} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <DropZone
            label="Choose a CSV file"
            accept=".csv,.tsv,.txt"
            onFiles={(files) => files?.[0] && plan.mutate(files[0])}
          />
          <TextAreaField label="Or paste cells" rows={6} {...bind(text, setText)} />
          {plan.error && <Alert>{errorDetail(plan.error)}</Alert>}
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button isBusy={plan.isPending} disabled={text.trim() === ""} onClick={() => plan.mutate(text)}>
              Check
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}

const OUTCOMES: Record<PlannedRow["outcome"], { label: string; tone: BadgeTone }> = {
  new: { label: "New", tone: "green" },
  changed: { label: "Changed", tone: "blue" },
  same: { label: "Unchanged", tone: "grey" },
  refused: { label: "Refused", tone: "red" },
};

const COLUMNS: StackColumn<PlannedRow>[] = [
  { label: "Row", className: "tabular-nums", cell: ({ line }) => line },
  {
    label: "Date",
    className: "tabular-nums lg:whitespace-nowrap",
    cell: ({ date, problem }) => (problem ? date : humanDate(date)),
  },
  {
    label: "What happens",
    cell: ({ outcome }) => <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>,
  },
  { label: "Details", cell: (row) => <Details row={row} /> },
];

const shown = (field: string, text: string) =>
  STATUS_OPTIONS.find(({ value }) => field === "status" && value === text)?.label ?? text;

function Details({ row: { outcome, title, note, changes } }: { row: PlannedRow }) {
  return (
    <ul className="grid gap-1 text-sm">
      {outcome === "new" && <li className="wrap-anywhere font-semibold">{title}</li>}
      {changes.map(({ field, from, to }) => (
        <li key={field} className="wrap-anywhere grid">
          <span className="text-muted">{FIELD_LABELS[field]}</span>
          {from !== "" && <del className="line-clamp-2 text-muted">{shown(field, from)}</del>}
          {to === "" ? (
            <span className="text-muted">Empty</span>
          ) : (
            <ins className="line-clamp-2 no-underline">{shown(field, to)}</ins>
          )}
        </li>
      ))}
      {note && <li className={outcome === "refused" ? "text-bad" : "text-warn"}>{note}</li>}
    </ul>
  );
}

function sumOf(planned: readonly PlannedRow[]): Record<PlannedRow["outcome"], number> {
  const sum = { new: 0, changed: 0, same: 0, refused: 0 };
  for (const { outcome } of planned) sum[outcome] += 1;
  return sum;
}

type PlanProps = { planned: PlannedRow[]; calls: ReturnType<typeof callsOf>; onAgain: () => void; onClose: () => void };

function Plan({ planned, calls, onAgain, onClose }: PlanProps) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const sum = sumOf(planned);
  const press = useMutation({
    mutationFn: () => importSheet(calls, setDone),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/content"] }),
  });
  const isOutdated = hasErrorCode(press.error, "conflict");
  const what = [sum.new && `Create ${sum.new}`, sum.changed && `change ${sum.changed}`].filter(Boolean).join(", ");
  if (press.isSuccess) {
    return (
      <>
        <p role="status">{`${formatCount(sum.new, "session")} created, ${sum.changed} changed.`}</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <p role="status" id="sheet-plan" className="font-semibold">
        {`${sum.new} new, ${sum.changed} changed, ${sum.same} unchanged, ${sum.refused} refused`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section aria-labelledby="sheet-plan" tabIndex={0} className="max-h-[50dvh] overflow-y-auto">
        <StackTable
          labelledBy="sheet-plan"
          columns={COLUMNS}
          rows={planned.filter(({ outcome }) => outcome !== "same")}
          keyOf={({ line }) => String(line)}
          cardClass="max-lg:grid max-lg:gap-3"
        />
      </section>
      {press.error && <Alert>{errorDetail(press.error)}</Alert>}
      {press.isPending && <ProgressBar label="Import" value={done} max={sum.new + sum.changed} />}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {what ? "Cancel" : "Close"}
        </Button>
        {what && (
          <Button isBusy={press.isPending} onClick={() => (isOutdated ? onAgain() : press.mutate())}>
            {isOutdated ? "Check again" : press.error ? "Try again" : what.replace(/^c/, "C")}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
