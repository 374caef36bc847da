import { useEffect, useState, useSyncExternalStore } from "react";
import type { LibraryItem } from "#domain/contract/library.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { SwitchField } from "../../../ui/switch-field.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { STATUS_OPTIONS } from "./content-words.tsx";
import { HostedVideo } from "./hosted-video.tsx";
import { MediumFields } from "./medium-field.tsx";
import { PreflightPanel } from "./preflight-panel.tsx";
import { SaveStatus } from "./save-status.tsx";
import { useContentDraft } from "./use-content-draft.ts";

const HIDING = "No member sees a hidden day, whatever its status.";
const HIDING_FALLBACK =
  "It is chosen for mornings without content, and does not go out there while it is hidden or a draft.";

/** The form of one item, saved as it is typed. It serves the card and the drawer. */
export function ContentEditor({ item }: { item: LibraryItem }) {
  const { draft, settle } = useContentDraft(item);
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { values, errors, save, conflict } = state;
  /** Whether members are to see the day since a moment ago, which is when its checks stand below the choice. */
  const [isReleased, setIsReleased] = useState(false);
  // A restored revision, or what another tab saved, comes as another version of the item.
  useEffect(() => draft.reopen(item), [draft, item]);

  const text = (name: "title" | "description" | "youtubeUrl" | "transcript") => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => draft.edit({ [name]: event.target.value }),
    onBlur: settle,
  });

  function setStatus(status: ContentStatus) {
    draft.edit({ status });
    settle();
    setIsReleased(status !== "draft");
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {conflict && <ConflictPanel conflict={conflict} onChoose={draft.resolve} />}
      <TextField label="Title" {...text("title")} />
      <TextAreaField label="Description" rows={6} {...text("description")} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...text("youtubeUrl")} />
      <HostedVideo draft={draft} state={state} />
      <MediumFields draft={draft} state={state} onChosen={settle} />
      <TextAreaField label="Transcript" rows={4} hint="The spoken words, for who reads them." {...text("transcript")} />
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={values.status}
        error={errors.status}
        onChange={(event) => setStatus(event.target.value as ContentStatus)}
      />
      {isReleased && <PreflightPanel item={item} />}
      <SwitchField
        label="Hidden"
        hint={item.isFallback ? `${HIDING} ${HIDING_FALLBACK}` : HIDING}
        isOn={values.hidden}
        onChange={(hidden) => {
          draft.edit({ hidden });
          settle();
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
