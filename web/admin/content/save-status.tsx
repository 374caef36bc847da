import { useAtomValue } from "jotai";
import { CircleCheck, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#domain/formats.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Spinner, TEXT_LINK } from "../../ui/button.tsx";
import { uploadsAtom, uploadsOf } from "../media/uploads.atoms.ts";
import { SmallButton } from "../parts/controls.tsx";
import { FIELD_LABELS, MEDIUM_OF_KIND } from "./content-fields.ts";
import { changeDraft } from "./drafts.atoms.ts";
import type { SaveState } from "./save-draft.ts";
import type { Editor } from "./use-editor.ts";

/** Shows the save state inline, because a toast at every pause in typing would get in the way. */
export function EditorSaveStatus({ editor }: { editor: Editor }) {
  const held = useHeld(editor);
  const { phase, error } = editor.save;
  const isHeld = held.length > 0 && (phase === "idle" || phase === "saved");
  return (
    <div data-phase={isHeld ? "held" : phase} className="save-status flex flex-wrap items-center justify-between gap-3">
      <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted text-sm">
        {isHeld ? held : <Phase phase={phase} error={error} />}
      </div>
      {phase === "failed" && (
        <div className="flex gap-2">
          <SmallButton variant="ghost" onClick={() => changeDraft(editor.item.id, () => null)}>
            Discard changes
          </SmallButton>
          <SmallButton onClick={editor.settle}>Try again</SmallButton>
        </div>
      )}
    </div>
  );
}

function Phase({ phase, error }: SaveState) {
  switch (phase) {
    case "idle":
      return "All changes saved";
    case "unsaved":
      return "Not saved yet";
    case "saving":
      return (
        <>
          <Spinner className="size-4 text-bolt" /> Saving...
        </>
      );
    case "waiting":
      return (
        <span className="flex items-center gap-2 text-warn">
          <WifiOff className="size-4 shrink-0" /> Waiting for a connection to save
        </span>
      );
    case "saved":
      return (
        <>
          <CircleCheck className="size-4 text-good" /> Saved
        </>
      );
    case "failed":
      return (
        <span className="flex items-center gap-2 text-bad">
          <TriangleAlert className="size-4 shrink-0" />
          <span className="wrap-anywhere min-w-0">Couldn't save: {errorDetail(error)}</span>
        </span>
      );
  }
}

/** What isn't stored yet although nothing is left to save: each with the way to its field. */
function useHeld({ item, errors, contested, videoAtStake }: Editor): ReactNode[] {
  const uploads = uploadsOf(useAtomValue(uploadsAtom), item.id);
  const names = [...new Set([...Object.keys(errors), ...contested])];
  return [
    videoAtStake !== null && "Choose which video to keep",
    names.length > 0 && (
      <span key="fields" className="flex flex-wrap items-center gap-x-2 text-bad">
        {formatCount(names.length, "field isn't saved", "fields aren't saved")}:
        {names.map((name) => (
          <GoTo key={name} field={name}>
            {FIELD_LABELS[name]}
          </GoTo>
        ))}
      </span>
    ),
    ...uploads.map(
      ({ kind, step }) =>
        (step === "failed" || step === "waiting") && (
          <span key={kind} className={step === "failed" ? "text-bad" : "text-warn"}>
            <GoTo field={MEDIUM_OF_KIND[kind]}>{`Upload ${step}: ${kind}`}</GoTo>
          </span>
        ),
    ),
  ].filter(Boolean);
}

/** Leads to a field of the editor. */
function GoTo({ field, children }: { field: string; children: ReactNode }) {
  return (
    <button
      type="button"
      className={TEXT_LINK}
      onClick={() => document.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()}
    >
      {children}
    </button>
  );
}
