import { useAtomValue } from "jotai";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#domain/formats.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Spinner, TEXT_LINK } from "../../ui/button.tsx";
import { uploadsAtom, uploadsOf } from "../media/uploads.atoms.ts";
import { SmallButton } from "../parts/controls.tsx";
import type { ContentDraft, DraftState } from "./content-draft.ts";
import { FIELD_LABELS } from "./content-fields.ts";

type EditorSaveStatusProps = { draft: ContentDraft; state: DraftState; settle: () => Promise<boolean> };

/** Shows the save state inline, because a toast at every pause in typing would get in the way. */
export function EditorSaveStatus({ draft, state, settle }: EditorSaveStatusProps) {
  const held = useHeld(draft.contentId, state);
  const { phase, error } = state.save;
  const isHeld = held.length > 0 && (phase === "idle" || phase === "saved");
  if (state.conflict) return null;
  return (
    <div data-phase={isHeld ? "held" : phase} className="save-status flex flex-wrap items-center justify-between gap-3">
      <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted text-sm">
        {isHeld ? held : <Phase phase={phase} error={error} />}
      </div>
      {phase === "failed" && (
        <div className="flex gap-2">
          <SmallButton variant="ghost" onClick={draft.discard}>
            Discard changes
          </SmallButton>
          <SmallButton onClick={settle}>Try again</SmallButton>
        </div>
      )}
    </div>
  );
}

function Phase({ phase, error }: DraftState["save"]) {
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
    case "saved":
      return (
        <>
          <CircleCheck className="size-4 text-good" /> Saved
        </>
      );
    case "failed":
      return (
        <>
          <TriangleAlert className="size-4 shrink-0 text-bad" />
          <span className="wrap-anywhere min-w-0 text-bad">Couldn't save: {errorDetail(error)}</span>
        </>
      );
  }
}

/** What isn't stored yet although nothing is left to save: each with the way to its field. */
function useHeld(contentId: string, { errors, videoAtStake }: DraftState): ReactNode[] {
  const uploads = uploadsOf(useAtomValue(uploadsAtom), contentId);
  const names = Object.keys(errors);
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
            <GoTo field={kind}>{`Upload ${step}: ${kind}`}</GoTo>
          </span>
        ),
    ),
  ].filter(Boolean);
}

/** Leads to a field of the same editor: the card behind the drawer may have the same day. */
function GoTo({ field, children }: { field: string; children: ReactNode }) {
  return (
    <button
      type="button"
      className={TEXT_LINK}
      onClick={({ currentTarget }) => {
        const editor = currentTarget.closest("[role=dialog], section");
        editor?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
      }}
    >
      {children}
    </button>
  );
}
