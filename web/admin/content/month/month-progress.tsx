import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { formatBytes, formatCount } from "#domain/formats.ts";
import { Card } from "../../../ui/card.tsx";
import { QueryPanel } from "../../../ui/query-panel.tsx";
import { DropZone } from "../../media/upload-field.tsx";
import { cancelUpload } from "../../media/uploads.atoms.ts";
import { ProgressBar, SmallButton } from "../../parts/controls.tsx";
import type { ContentAddress } from "../content-address.ts";
import { chosenKey, type MonthJob, setJob, unmatchedAtom } from "./month.atoms.ts";
import { draftsQuery } from "./month.query.ts";
import { ANY_FILE } from "./month-card.tsx";
import { DraftList, NotCreated } from "./month-drafts.tsx";
import { takeFiles } from "./month-rows.ts";
import { MonthSchedule } from "./month-schedule.tsx";
import { type DraftFile, useMonthFiles } from "./use-month-files.ts";

type MonthProgressProps = { job: MonthJob } & Pick<ContentAddress, "today" | "go">;

/** From the press to the schedule: drafts on the server, uploads into them, their checks. It continues after a reload. */
export function MonthProgress({ job, today, go }: MonthProgressProps) {
  const queryClient = useQueryClient();
  const drafts = useQuery(draftsQuery(job, queryClient));
  const { rows, files } = useMonthFiles(job, drafts.data);
  const open = files.filter(({ step }) => step !== "done");
  const items = rows.flatMap(({ item }) => item ?? []);
  const others = rows.filter(({ item }) => item === null);
  return (
    <Card
      id="month"
      title={drafts.data ? formatCount(items.length, "draft") : "New drafts"}
      hint="Saved as drafts. Keep this tab open until all files are uploaded."
    >
      <QueryPanel query={drafts} loading="Creating drafts..." failed="Couldn't create the drafts">
        {() => (
          <div className="grid grid-cols-1 gap-5">
            {others.map((row) => (
              <NotCreated key={row.key} job={job} row={row} />
            ))}
            {files.length > 0 && <Total files={files} />}
            <Missing today={today} files={open.filter(({ step }) => step === "missing")} />
            {open.length === 0 ? (
              <MonthSchedule job={job} items={items} today={today} go={go} onCheck={drafts.refetch} />
            ) : (
              <GoOn job={job} open={open} />
            )}
            <DraftList rows={rows} files={files} onOpen={(day) => go({ day })} />
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}

function sentOf({ step, size, upload }: DraftFile): number {
  if (step === "done" || upload?.state.step === "completing") return size;
  if (upload?.state.step === "sending") return upload.state.sent;
  return upload?.state.step === "waiting" ? upload.state.stored : 0;
}

function Total({ files }: { files: readonly DraftFile[] }) {
  const done = files.filter(({ step }) => step === "done").length;
  const sent = files.reduce((sum, file) => sum + sentOf(file), 0);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className="grid gap-2">
      <p role="status">{`${done} of ${formatCount(files.length, "file")} uploaded`}</p>
      <ProgressBar label="All uploads" value={sent} max={total} />
      <p className="text-muted text-sm tabular-nums">{`${formatBytes(sent)} of ${formatBytes(total)}`}</p>
    </div>
  );
}

function Missing({ today, files }: { today: string; files: readonly DraftFile[] }) {
  const unmatched = useAtomValue(unmatchedAtom);
  if (files.length === 0) return null;
  return (
    <section aria-label="Missing files" className="grid gap-3">
      <p className="font-semibold text-warn">{`${formatCount(files.length, "file")} didn't get here. Choose ${files.length === 1 ? "it" : "them"} again.`}</p>
      <DropZone
        isMany
        label="Choose the missing files"
        accept={ANY_FILE}
        onFiles={(chosen) => takeFiles(chosen, today, today)}
      />
      {unmatched.length > 0 && (
        <p
          role="alert"
          className="wrap-anywhere text-bad text-sm"
        >{`None of the missing files has this name and size: ${unmatched.join(", ")}`}</p>
      )}
    </section>
  );
}

/** Once nothing runs anymore, the drafts can do without the rest. */
function GoOn({ job, open }: { job: MonthJob; open: readonly DraftFile[] }) {
  const isRunning = ({ step, upload }: DraftFile) => step === "queued" || (upload && upload.state.step !== "failed");
  if (open.some(isRunning)) return null;
  const isOpen = new Set(open.map(({ row, kind }) => chosenKey(row, { kind })));
  return (
    <SmallButton
      className="justify-self-start"
      onClick={() => {
        for (const { place } of open) cancelUpload(place);
        setJob({
          ...job,
          rows: job.rows.map((row) => ({
            ...row,
            files: row.files.filter((file) => !isOpen.has(chosenKey(row, file))),
          })),
        });
      }}
    >
      {`Continue without ${formatCount(open.length, "file")}`}
    </SmallButton>
  );
}
