import { useEffect, useSyncExternalStore } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { SmallButton } from "../parts/small-button.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import type { ContentDraft, DraftState } from "./content-draft.ts";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { MediumFields } from "./medium-field.tsx";
import { PreflightPanel, ReleaseQuestion } from "./preflight-panel.tsx";
import { SaveStatus } from "./save-status.tsx";
import { useContentDraft } from "./use-content-draft.ts";
import { useRelease } from "./use-release.ts";

const HIDING = "No member sees a hidden day, whatever its status.";
const HIDING_FALLBACK =
  "It is chosen for mornings without content, and does not go out there while it is hidden or a draft.";

const LINE = 44;

/** Fits the whole text without a scrollbar in browsers that can't grow a field with its text (`app.css`). */
function rowsOf(text: string): number {
  const lines = text.split("\n").map((line) => Math.ceil(Math.max(1, line.length) / LINE));
  return Math.max(
    6,
    lines.reduce((sum, rows) => sum + rows, 1),
  );
}

export function ContentEditor({ item }: { item: LibraryItem }) {
  const { draft, settle } = useContentDraft(item);
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { values, errors, save, conflict } = state;
  const release = useRelease({ draft, settle, status: values.status });
  // A restored revision or another tab's save arrives as a new version of the item.
  useEffect(() => draft.reopen(item), [draft, item]);

  const text = (name: "title" | "description" | "youtubeUrl" | "transcript") => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => draft.edit({ [name]: event.target.value }),
    onBlur: settle,
  });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {conflict && <ConflictPanel conflict={conflict} onChoose={draft.resolve} />}
      <TextField label="Title" {...text("title")} />
      <TextAreaField label="Description" rows={rowsOf(values.description)} {...text("description")} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...text("youtubeUrl")} />
      <HostedVideo draft={draft} state={state} />
      <MediumFields draft={draft} state={state} onChosen={settle} />
      <TextAreaField
        label="Transcript"
        rows={rowsOf(values.transcript)}
        hint="The spoken words, for who reads them."
        {...text("transcript")}
      />
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={release.wanted ?? values.status}
        error={errors.status}
        hint={release.wanted && "Not saved yet: it is checked first."}
        onChange={(event) => release.choose(event.target.value as ContentStatus)}
      />
      {release.doubts && (
        <ReleaseQuestion lines={release.doubts} onConfirm={release.confirm} onRefuse={release.refuse} />
      )}
      {release.isReleased && <PreflightPanel item={item} />}
      <SwitchField
        label="Hidden"
        hint={item.isFallback ? `${HIDING} ${HIDING_FALLBACK}` : HIDING}
        isOn={values.hidden}
        onChange={(hidden) => {
          draft.edit({ hidden });
          void settle();
        }}
      />
      {!conflict && (
        <SaveStatus
          save={save}
          heldBack={
            state.videoAtStake !== null
              ? "The video address waits for your answer"
              : Object.keys(errors).length > 0 && "The marked field is not saved"
          }
          onRetry={settle}
          onDiscard={draft.discard}
        />
      )}
    </div>
  );
}

function HostedVideo({ draft, state }: { draft: ContentDraft; state: DraftState }) {
  if (state.videoAtStake !== null) {
    return (
      <Alert>
        <p className="wrap-anywhere">
          This day has a hosted video ({state.videoAtStake}). Replace it with the address above?
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <SmallButton onClick={draft.keepVideo}>Keep the hosted video</SmallButton>
          <SmallButton variant="danger" onClick={draft.replaceVideo}>
            Replace it
          </SmallButton>
        </div>
      </Alert>
    );
  }
  if (state.replacedVideo === null) return null;
  return (
    <Alert tone="info">
      <p className="wrap-anywhere">The hosted video ({state.replacedVideo}) no longer belongs to this day.</p>
      <SmallButton onClick={draft.restoreVideo} className="mt-3">
        Put it back
      </SmallButton>
    </Alert>
  );
}
