import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { formatBytes, formatCount } from "#domain/formats.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { Card } from "../../../ui/card.tsx";
import { QueryPanel } from "../../../ui/query-panel.tsx";
import { useToast } from "../../../ui/use-toast.ts";
import { DropZone, UploadProgress } from "../../media/upload-field.tsx";
import { cancelUpload, type RunningUpload, uploadsAtom } from "../../media/uploads.atoms.ts";
import { ProgressBar, SmallButton } from "../../parts/controls.tsx";
import type { ContentAddress } from "../content-address.ts";
import { humanDate } from "../content-words.tsx";
import { selectDrafts } from "../selection.atoms.ts";
import { sendDrafts } from "./create-drafts.ts";
import { type AwaitedFile, type Created, changeCreated } from "./created.atoms.ts";
import { ANY_FILE } from "./month-card.tsx";
import { atHandAtom, placeOf, refusedAtom, takeMissing } from "./send-files.ts";

/** From a table's press until its drafts have their files, and are selected. It continues after a reload. */
export function CreatedCard({ created, go }: { created: Created } & Pick<ContentAddress, "go">) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [call] = created.calls;
  const creation = useQuery({
    queryKey: ["create drafts", call?.requestId],
    queryFn: call ? () => sendDrafts(queryClient, call) : skipToken,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    const { calls, days, files } = created;
    if (calls.length > 0 || files.some(({ isDone }) => !isDone)) return;
    if (files.length > 0) toast({ title: `${formatCount(files.length, "file")} uploaded`, tone: "success" });
    if (days[0]) {
      selectDrafts(days);
      // After a reload, the calendar is at today's.
      go({ month: monthOf(days[0].date) });
    }
    changeCreated(() => null);
  }, [created, toast, go]);
  return (
    <Card
      id="new-drafts"
      title="New drafts"
      hint={`${call ? "" : "They're saved. "}Keep this tab open until all files are uploaded; then you can schedule them together.`}
    >
      {call ? (
        <QueryPanel query={creation} loading="Creating drafts..." failed="Couldn't create the drafts" />
      ) : (
        <Files files={created.files} />
      )}
    </Card>
  );
}

/** A file is missing if this page doesn't have it, because it was reloaded or closed. */
type FileState = AwaitedFile & { upload: RunningUpload | undefined; refusal: string | undefined; isMissing: boolean };

function useStates(files: readonly AwaitedFile[]): FileState[] {
  const [uploads, refused, atHand] = [useAtomValue(uploadsAtom), useAtomValue(refusedAtom), useAtomValue(atHandAtom)];
  return files.map((file) => {
    const upload = uploads.get(placeOf(file));
    const refusal = refused.get(file.key);
    return { ...file, upload, refusal, isMissing: !file.isDone && !upload && !refusal && !atHand.has(file.key) };
  });
}

function sentOf({ isDone, size, upload }: FileState): number {
  if (isDone || upload?.state.step === "completing") return size;
  if (upload?.state.step === "sending") return upload.state.sent;
  return upload?.state.step === "waiting" ? upload.state.stored : 0;
}

function Files({ files }: { files: readonly AwaitedFile[] }) {
  const states = useStates(files);
  const open = states.filter(({ isDone }) => !isDone);
  const sent = states.reduce((sum, file) => sum + sentOf(file), 0);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isStill = open.every(({ upload, refusal, isMissing }) =>
    upload ? upload.state.step === "failed" : refusal !== undefined || isMissing,
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-2">
        <p role="status">{`${files.length - open.length} of ${formatCount(files.length, "file")} uploaded`}</p>
        <ProgressBar label="All uploads" value={sent} max={total} />
        <p className="text-muted text-sm tabular-nums">{`${formatBytes(sent)} of ${formatBytes(total)}`}</p>
      </div>
      <ul aria-label="Uploads" className="grid grid-cols-1 gap-3 empty:hidden">
        {open.map((file) => !file.isMissing && <Running key={file.key} file={file} />)}
      </ul>
      <Missing files={open.filter(({ isMissing }) => isMissing)} />
      {isStill && open.length > 0 && (
        <SmallButton
          className="justify-self-start"
          onClick={() => {
            for (const file of open) cancelUpload(placeOf(file));
            leaveOut(open);
          }}
        >
          {`Continue without ${formatCount(open.length, "file")}`}
        </SmallButton>
      )}
    </div>
  );
}

/** Their drafts stay as they are. */
function leaveOut(files: readonly AwaitedFile[]): void {
  const isKept = ({ key }: AwaitedFile) => files.every((file) => file.key !== key);
  changeCreated((before) => ({ ...before, files: before.files.filter(isKept) }));
}

function Running({ file }: { file: FileState }) {
  const { upload, refusal } = file;
  return (
    <li className="grid grid-cols-1 gap-1 text-sm">
      <p className="wrap-anywhere text-muted">{`${humanDate(file.date)}: ${file.title}`}</p>
      {upload ? (
        <UploadProgress
          upload={upload}
          giveUp="Leave out"
          onCancel={() => {
            cancelUpload(placeOf(file));
            if (upload.state.step === "failed") leaveOut([file]);
          }}
        />
      ) : refusal ? (
        <p role="alert" className="wrap-anywhere font-medium text-bad">{`${file.name}: ${refusal}`}</p>
      ) : (
        <p className="wrap-anywhere">{`${file.name} · Waiting for its turn`}</p>
      )}
    </li>
  );
}

function Missing({ files }: { files: readonly FileState[] }) {
  const queryClient = useQueryClient();
  const [others, setOthers] = useState<readonly string[]>([]);
  if (files.length === 0) return null;
  return (
    <section aria-label="Missing files" className="grid gap-3">
      <p className="font-semibold text-warn">{`${formatCount(files.length, "file is", "files are")} missing. Choose ${files.length === 1 ? "it" : "them"} again.`}</p>
      <DropZone
        isMany
        label="Choose the missing files"
        accept={ANY_FILE}
        onFiles={(chosen) => setOthers(takeMissing(chosen, queryClient).map(({ name }) => name))}
      />
      {others.length > 0 && (
        <p
          role="alert"
          className="wrap-anywhere text-bad text-sm"
        >{`Not missing: ${others.join(", ")}. Choose files with the same name and size.`}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <ul aria-label="Names" tabIndex={0} className="grid max-h-60 gap-1 overflow-y-auto text-muted text-sm">
        {files.map(({ key, date, title, name, size }) => (
          <li key={key} className="wrap-anywhere">{`${humanDate(date)}: ${title} · ${name} (${formatBytes(size)})`}</li>
        ))}
      </ul>
    </section>
  );
}
