import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useDeferredValue, useId, useState } from "react";
import { formatBytes } from "#domain/formats.ts";
import { MEDIUM_KINDS, type MediumKind } from "#domain/rules/video-link.ts";
import { formatLength } from "../../features/player/media-time.ts";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { hasFiles, UploadField, useStayHere } from "../media/upload-field.tsx";
import { uploadsAtom } from "../media/uploads.atoms.ts";
import { bind, SmallButton } from "../parts/controls.tsx";
import { mediaQuery } from "./content.query.ts";
import { FIELD_LABELS, MEDIUM_OF_KIND } from "./content-fields.ts";
import { MediumTile } from "./medium-tile.tsx";
import { Theirs } from "./theirs.tsx";
import type { Editor } from "./use-editor.ts";

/** Says where members see the file, for kinds where that isn't obvious. */
const HINTS: Partial<Record<MediumKind, string>> = {
  captions: "Adds a CC button to the hosted video.",
  artwork: "Replaces the default artwork everywhere. Use a 1200 × 630 JPEG or PNG.",
};

export function MediumFields({ editor }: { editor: Editor }) {
  useStayHere();
  // The item's length is that of its audio, or of its video if there is no audio.
  const timed = editor.shown.audioKey === null ? "video" : "audio";
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold semi-wide text-sm">Media</legend>
      {MEDIUM_KINDS.map((kind) => (
        <MediumField key={kind} kind={kind} length={kind === timed ? editor.item.duration : null} editor={editor} />
      ))}
    </fieldset>
  );
}

type MediumFieldProps = { kind: MediumKind; length: number | null; editor: Editor };

function MediumField({ kind, length, editor }: MediumFieldProps) {
  const id = useId();
  const field = MEDIUM_OF_KIND[kind];
  const label = FIELD_LABELS[field] ?? kind;
  const chosen = editor.shown[field];
  // The upload continues while other days are open.
  const place = `${editor.item.id}/${kind}`;
  const isUploading = useAtomValue(uploadsAtom).has(place);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (key: string | null) => {
    setIsOpen(false);
    return editor.chooseMedium(kind, key);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would sit on its border.
    <div
      role="group"
      tabIndex={-1}
      data-field={field}
      aria-labelledby={id}
      // Dragging a file over the field opens its drop zone.
      onDragEnter={(event) => hasFiles(event.dataTransfer) && setIsOpen(true)}
      className="grid grid-cols-1 gap-3 rounded-xl border border-line p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <p id={id} className="font-semibold text-sm">
            {label}
          </p>
          {HINTS[kind] && <p className="text-muted text-sm">{HINTS[kind]}</p>}
        </div>
        <div className="flex gap-2">
          {chosen !== null && (
            <SmallButton variant="ghost" aria-describedby={id} onClick={() => choose(null)}>
              Remove
            </SmallButton>
          )}
          {!isUploading && (
            <SmallButton aria-expanded={isOpen} aria-describedby={id} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? "Close" : `${chosen === null ? "Add" : "Replace"} ${kind}…`}
            </SmallButton>
          )}
        </div>
      </div>
      {chosen !== null && <MediumTile key={chosen} kind={kind} mediumKey={chosen} length={length} />}
      <Theirs name={field} editor={editor} />
      {(isOpen || isUploading) && (
        <>
          <UploadField
            kind={kind}
            place={place}
            label={`Upload ${label.toLowerCase()}`}
            onUploaded={({ key }) => choose(key)}
          />
          {!isUploading && <MediaChoice label={label} kind={kind} onChoose={choose} />}
        </>
      )}
    </div>
  );
}

/** Files in storage, newest first. Older ones are found by title. */
function MediaChoice({ label, kind, onChoose }: { label: string; kind: MediumKind; onChoose: (key: string) => void }) {
  const [search, setSearch] = useState("");
  const media = useQuery(mediaQuery(kind, useDeferredValue(search).trim()));
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextField label={`Search ${label.toLowerCase()} by title`} type="search" {...bind(search, setSearch)} />
      <QueryPanel query={media} loading="Loading files..." failed="Couldn't load files">
        {(files) =>
          files.length === 0 ? (
            <p className="text-muted text-sm">{search ? "No files match." : "No files yet."}</p>
          ) : (
            <ul aria-label={`${label} files`} className="grid gap-1">
              {files.map(({ key, title, durationSeconds, sizeBytes }) => (
                <li key={key}>
                  <button
                    type="button"
                    onClick={() => onChoose(key)}
                    className="flex min-h-11 w-full items-center justify-between gap-3 rounded-lg px-3 py-2 text-left text-sm hover:bg-raised"
                  >
                    <span className="wrap-anywhere min-w-0">{title}</span>
                    <span className="shrink-0 text-muted tabular-nums">
                      {durationSeconds === null ? formatBytes(sizeBytes) : formatLength(durationSeconds)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </div>
  );
}
