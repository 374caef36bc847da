import { getDefaultStore } from "jotai";
import { useState } from "react";
import { formatBytes } from "#domain/formats.ts";
import { formatLongDate, isCalendarDate } from "#domain/rules/calendar-days.ts";
import { TextField } from "../../../ui/field.tsx";
import { UploadProgress } from "../../media/upload-field.tsx";
import { cancelUpload } from "../../media/uploads.atoms.ts";
import { bind, SmallButton } from "../../parts/controls.tsx";
import { humanDate } from "../content-words.tsx";
import { WarnPanel } from "../theirs.tsx";
import { chosenAtom, chosenKey, type MonthJob, setJob } from "./month.atoms.ts";
import type { DraftFile, DraftRow } from "./use-month-files.ts";

type DraftListProps = { rows: readonly DraftRow[]; files: readonly DraftFile[]; onOpen: (date: string) => void };

export function DraftList({ rows, files, onOpen }: DraftListProps) {
  return (
    <ul aria-label="Drafts" className="grid gap-1">
      {rows.map(
        ({ key, item }) =>
          item && (
            <li key={key} className="grid gap-1 border-line border-b py-2 text-sm">
              <button
                type="button"
                onClick={() => onOpen(item.date)}
                className="flex min-h-11 flex-wrap items-center gap-x-3 text-left hover:text-bolt"
              >
                <span className="text-muted tabular-nums">{humanDate(item.date)}</span>
                <span className="wrap-anywhere font-semibold">{item.title}</span>
              </button>
              {files
                .filter(({ row }) => row.key === key)
                .map((file) => (
                  <FileLine key={file.kind} file={file} />
                ))}
            </li>
          ),
      )}
    </ul>
  );
}

const STEPS = { done: "Uploaded", queued: "Waiting for its turn", missing: "Missing", refused: "Not uploaded" };

function FileLine({ file }: { file: DraftFile }) {
  const { name, size, step, upload, refusal } = file;
  if (upload) return <UploadProgress upload={upload} onCancel={() => giveUp(file)} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="wrap-anywhere">{`${name} (${formatBytes(size)})`}</span>
      <span className={step === "missing" ? "text-warn" : "text-muted"}>{step !== "uploading" && STEPS[step]}</span>
      {refusal && (
        <p role="alert" className="basis-full font-medium text-bad">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** Then the file is missing, and another of its name and size can be chosen. */
function giveUp({ place, row, kind }: DraftFile): void {
  const store = getDefaultStore();
  store.set(chosenAtom, new Map([...store.get(chosenAtom)].filter(([key]) => key !== chosenKey(row, { kind }))));
  cancelUpload(place);
}

/** A row whose day someone else has filled, or whose draft was deleted. Its title isn't lost. */
export function NotCreated({ job, row }: { job: MonthJob; row: DraftRow }) {
  const [date, setDate] = useState(row.date);
  const others = job.rows.filter(({ key }) => key !== row.key);
  const isFree = isCalendarDate(date) && date !== row.date && others.every((other) => other.date !== date);
  const replace = (own: MonthJob["rows"]) =>
    setJob({ ...job, rows: job.rows.flatMap(({ key }, index) => (key === row.key ? own : (job.rows[index] ?? []))) });
  const { item: _, ...stored } = row;
  return (
    <WarnPanel
      title={row.title}
      text={`There's no draft for it: ${formatLongDate(row.date)} already has another session, or it was deleted.`}
    >
      <TextField label="Another day" type="date" {...bind(date, setDate)} />
      <div className="flex flex-wrap gap-2">
        <SmallButton disabled={!isFree} onClick={() => replace([{ ...stored, date }])}>
          Create draft
        </SmallButton>
        <SmallButton variant="ghost" onClick={() => replace([])}>
          Leave out
        </SmallButton>
      </div>
    </WarnPanel>
  );
}
