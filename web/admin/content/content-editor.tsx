import { useEffect, useSyncExternalStore } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import type { ContentDraft, DraftState } from "./content-draft.ts";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { MediumFields } from "./medium-field.tsx";
import { subscribeToDrafts } from "./open-drafts.ts";
import { ReleaseState } from "./preflight-panel.tsx";
import { EditorSaveStatus } from "./save-status.tsx";
import { useContentDraft } from "./use-content-draft.ts";
import { useRelease } from "./use-release.ts";

const HIDING = "Members never see a hidden session, whatever its status.";
const SENDING_AGAIN =
  "On a morning without a session, we send one of these: the one we sent least recently. Never a draft or hidden one.";

const LINE = 44;

/** Fits the whole text without a scrollbar in browsers that can't grow a field with its text (`app.css`). */
function rowsOf(text: string): number {
  const lines = text.split("\n").map((line) => Math.ceil(Math.max(1, line.length) / LINE));
  return Math.max(
    6,
    lines.reduce((sum, rows) => sum + rows, 1),
  );
}

export type Editor = ReturnType<typeof useEditor>;

export function useEditor(item: LibraryItem) {
  const { draft, settle } = useContentDraft(item);
  const state = useSyncExternalStore(subscribeToDrafts, draft.state);
  const release = useRelease({ draft, settle, status: state.values.status });
  // A restored revision or another tab's save arrives as a new version of the item.
  useEffect(() => draft.reopen(item), [draft, item]);
  return { draft, settle, state, release };
}

/** The whole editor, as in the card; the drawer has its parts in other places. */
export function ContentEditor({ item }: { item: LibraryItem }) {
  const editor = useEditor(item);
  return (
    <div className="grid grid-cols-1 gap-5">
      <EditorFields editor={editor} />
      <ReleaseState item={item} editor={editor} />
      <EditorSaveStatus {...editor} />
    </div>
  );
}

type EditorProps = { item: LibraryItem; editor: Editor };

export function EditorFields({ editor: { draft, settle, state, release } }: Pick<EditorProps, "editor">) {
  const { values, errors, conflict } = state;
  const text = (name: "title" | "description" | "youtubeUrl" | "transcript") => ({
    "data-field": name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => draft.edit({ [name]: event.target.value }),
    onBlur: settle,
  });

  return (
    <>
      {conflict && <ConflictPanel conflict={conflict} onChoose={draft.resolve} />}
      <TextField label="Title" {...text("title")} />
      <TextAreaField label="Description" rows={rowsOf(values.description)} {...text("description")} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...text("youtubeUrl")} />
      <HostedVideo draft={draft} state={state} />
      <MediumFields draft={draft} state={state} onChosen={settle} />
      <TextAreaField
        label="Transcript"
        rows={rowsOf(values.transcript)}
        hint="For members who'd rather read."
        {...text("transcript")}
      />
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={release.wanted ?? values.status}
        error={errors.status}
        hint={release.wanted && (release.doubts ? "Not saved yet" : "Checking...")}
        onChange={(event) => release.choose(event.target.value as ContentStatus)}
      />
      <SwitchField
        label="Hidden"
        hint={HIDING}
        isOn={values.hidden}
        onChange={(hidden) => {
          draft.edit({ hidden });
          void settle();
        }}
      />
      <SwitchField
        label="May be sent again"
        hint={SENDING_AGAIN}
        isOn={values.mayBeSentAgain}
        onChange={(mayBeSentAgain) => {
          draft.edit({ mayBeSentAgain });
          void settle();
        }}
      />
    </>
  );
}

function HostedVideo({ draft, state }: { draft: ContentDraft; state: DraftState }) {
  if (state.videoAtStake !== null) {
    return (
      <Alert>
        <p className="wrap-anywhere">
          This session has a hosted video ({state.videoAtStake}). Replace it with the link above?
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <SmallButton onClick={draft.keepVideo}>Keep hosted video</SmallButton>
          <SmallButton variant="danger" onClick={draft.replaceVideo}>
            Replace video
          </SmallButton>
        </div>
      </Alert>
    );
  }
  if (state.replacedVideo === null) return null;
  return (
    <Alert tone="info">
      <p className="wrap-anywhere">We removed the hosted video ({state.replacedVideo}).</p>
      <SmallButton onClick={draft.restoreVideo} className="mt-3">
        Undo
      </SmallButton>
    </Alert>
  );
}
