import { clsx } from "clsx";
import { useAtomValue } from "jotai";
import { Upload, X } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect, useId, useState } from "react";
import type { Medium } from "#domain/contract/media.ts";
import { formatBytes } from "#domain/formats.ts";
import { limitText, MAX_UPLOAD_BYTES } from "#domain/rules/uploads.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";
import { ApiError } from "../../lib/api-error.ts";
import { listen } from "../../lib/listen.ts";
import { Alert } from "../../ui/alert.tsx";
import { Spinner } from "../../ui/button.tsx";
import { ProgressBar, SmallButton } from "../parts/controls.tsx";
import { chosenEndings, prepareFile } from "./prepare-file.ts";
import type { Sending } from "./send-file.ts";
import { formatTimeLeft } from "./transfer-rate.ts";
import { cancelUpload, type RunningUpload, startUpload, uploadsAtom } from "./uploads.atoms.ts";

type UploadFieldProps = {
  kind: MediumKind;
  /** Identifies the upload across the whole area, such as "{content id}/audio": it continues without this field. */
  place: string;
  label: string;
  onUploaded: (medium: Medium) => void;
};

const ONE_FILE = "Drop one file at a time.";

export function UploadField({ kind, place, label, onUploaded }: UploadFieldProps) {
  const running = useAtomValue(uploadsAtom).get(place);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function take([file, another]: File[]) {
    if (!file) return;
    setRefusal(another ? ONE_FILE : null);
    if (another) return;
    try {
      await startUpload({ place, kind, file: await prepareFile(kind, file), onUploaded });
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.serverText : "The uploader didn't load. Try again.");
    }
  }

  return (
    <div className="grid gap-3">
      {running ? (
        <UploadProgress upload={running} onCancel={() => cancelUpload(place)} />
      ) : (
        <DropZone label={label} accept={chosenEndings(kind)} onFiles={take}>
          Up to {limitText(MAX_UPLOAD_BYTES[kind])}. If an upload is interrupted, pick the same file within 24 hours to
          resume.
        </DropZone>
      )}
      {refusal !== null && <Alert>{refusal}</Alert>}
    </div>
  );
}

export function hasFiles(dragged: DataTransfer | null): boolean {
  return dragged?.types.includes("Files") ?? false;
}

function stayHere(event: Event): void {
  if (hasFiles((event as globalThis.DragEvent).dataTransfer)) event.preventDefault();
}

/** Prevents the browser from opening a file that is dropped outside a drop zone. */
export function useStayHere(): void {
  useEffect(() => listen(window, { dragover: stayHere, drop: stayHere }), []);
}

type DropZoneProps = {
  label: string;
  /** File endings, as a file dialog expects them. */
  accept: string;
  isMany?: boolean;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
};

export function DropZone({ label, accept, isMany = false, onFiles, children }: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function drag(event: DragEvent, over: boolean) {
    event.preventDefault();
    setIsOver(over);
  }

  return (
    <label
      htmlFor={id}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={(event) => {
        drag(event, false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={clsx(
        "flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-dashed px-4 py-3 transition focus-within:border-bolt focus-within:outline-2 focus-within:outline-bolt hover:border-bolt",
        isOver ? "border-bolt bg-bolt/10" : "border-control",
      )}
    >
      <Upload className="size-5 shrink-0 text-bolt" />
      <span className="min-w-0">
        <span className="block font-bold">{label}</span>
        <span className="block text-muted text-sm">
          {isMany ? "Drop files here or choose them" : "Drop a file here or choose one"}: {accept.replaceAll(",", ", ")}
          . {children}
        </span>
      </span>
      <input
        id={id}
        type="file"
        multiple={isMany}
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Reset, so that the same file can be chosen again after a failure.
          event.target.value = "";
        }}
      />
    </label>
  );
}

function progressText(state: Sending): string {
  switch (state.step) {
    case "checking":
      return "Checking the file...";
    case "completing":
      return "Upload finished. Checking the file...";
    case "waiting":
      return `Waiting for a connection. ${formatBytes(state.stored)} of ${formatBytes(state.total)} uploaded.`;
    case "sending": {
      const { sent, total, bytesPerSecond } = state;
      const amount = `${formatBytes(sent)} of ${formatBytes(total)}`;
      if (!bytesPerSecond) return amount;
      return `${amount}, ${formatBytes(bytesPerSecond)}/s, ${formatTimeLeft((total - sent) / bytesPerSecond)}`;
    }
    default:
      return "";
  }
}

type UploadProgressProps = { upload: RunningUpload; giveUp?: string; onCancel: () => void };

/** `giveUp` is what the press after a failure does. */
export function UploadProgress({ upload, giveUp = "Choose another file", onCancel }: UploadProgressProps) {
  const { filename, state, control } = upload;
  if (state.step === "failed") {
    return (
      <Alert>
        <p>
          {filename}: {state.message}
        </p>
        <p className="mt-2 flex gap-2">
          {state.canRetry && <SmallButton onClick={control.resume}>Try again</SmallButton>}
          <SmallButton variant="ghost" onClick={onCancel}>
            {giveUp}
          </SmallButton>
        </p>
      </Alert>
    );
  }
  const sent = state.step === "sending" ? state.sent : state.step === "waiting" ? state.stored : null;
  const total = "total" in state ? state.total : 1;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-xl border border-line bg-raised p-4">
      <div className="flex items-center gap-3">
        {sent === null && <Spinner className="size-4 text-bolt" />}
        <p className="min-w-0 flex-1 truncate font-bold">{filename}</p>
        <SmallButton icon={X} variant="ghost" onClick={onCancel}>
          Cancel
        </SmallButton>
      </div>
      <ProgressBar label={`Upload: ${filename}`} value={sent} max={total} />
      <div className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
        <p>{progressText(state)}</p>
        {state.step === "waiting" && <SmallButton onClick={control.resume}>Resume</SmallButton>}
      </div>
      {/* Announces the steps only: a screen reader shouldn't read every percent. */}
      <p role="status" className="sr-only">
        {state.step === "sending" ? `Uploading ${filename}` : progressText(state)}
      </p>
    </div>
  );
}
