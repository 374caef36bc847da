import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ContentItem, UpdateContentRequest } from "#domain/contract/content.ts";
import type { ContentStatus } from "#domain/rules/release.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, Spinner } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useToast } from "../../ui/use-toast.ts";
import type { SaveState } from "./autosave.ts";
import { contentOfDateQuery, libraryQuery } from "./content.query.ts";
import { type ContentDraft, type DraftState, type EditFields, openDraft } from "./content-draft.ts";

const STATUS_OPTIONS: readonly { value: ContentStatus; label: string }[] = [
  { value: "draft", label: "Draft" },
  { value: "published", label: "Published" },
  { value: "scheduled", label: "Scheduled" },
];

/** The item's draft: opening it sends what an earlier visit could not save, leaving it what is still open. */
function useContentDraft(item: ContentItem): ContentDraft {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [draft] = useState(() => openDraft(item, save));

  async function save({ id, date }: ContentItem, change: UpdateContentRequest): Promise<ContentItem> {
    const saved = await read(adminApi.content[":id"].$put({ param: { id }, json: change }));
    queryClient.setQueryData(contentOfDateQuery(date).queryKey, saved);
    // Beside it: a slow list must not hold up the next save.
    void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey });
    toast({ title: "Content Updated", tone: "success" });
    return saved;
  }

  useEffect(() => {
    void draft.flush();
    return () => {
      void draft.flush().then((isSaved) => {
        if (isSaved) return;
        toast({
          title: "Some changes are not saved yet",
          description: `Your text for ${item.date} is kept: open it under Content to try again.`,
          tone: "error",
        });
      });
    };
  }, [draft, toast, item.date]);
  return draft;
}

/** The form of one item, saved as it is typed. */
export function ContentEditor({ item }: { item: ContentItem }) {
  const draft = useContentDraft(item);
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { values, errors, save } = state;

  const text = (name: Exclude<keyof EditFields, "status">) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => draft.edit({ [name]: event.target.value }),
    onBlur: () => void draft.flush(),
  });

  return (
    <div className="grid gap-5">
      <TextField label="Title" {...text("title")} />
      <TextAreaField label="Description" rows={6} {...text("description")} />
      <TextField label="Video URL" type="url" inputMode="url" hint="YouTube or Vimeo" {...text("youtubeUrl")} />
      <HostedVideo draft={draft} state={state} />
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={values.status}
        error={errors.status}
        onChange={(event) => {
          draft.edit({ status: event.target.value as ContentStatus });
          void draft.flush();
        }}
      />
      <SaveStatus
        save={save}
        heldBack={
          state.videoAtStake !== null
            ? "The video address waits for your answer"
            : Object.keys(errors).length > 0 && "The marked field is not saved"
        }
        onRetry={() => void draft.flush()}
        onDiscard={draft.discard}
      />
    </div>
  );
}

/** What an address does to a hosted video is asked before and can be taken back after. */
function HostedVideo({ draft, state }: { draft: ContentDraft; state: DraftState }) {
  if (state.videoAtStake !== null) {
    return (
      <Alert>
        <p className="wrap-anywhere">
          This day has a hosted video ({state.videoAtStake}). Replace it with the address above?
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={draft.keepVideo}>
            Keep the hosted video
          </Button>
          <Button variant="danger" size="sm" onClick={draft.replaceVideo}>
            Replace it
          </Button>
        </div>
      </Alert>
    );
  }
  if (state.replacedVideo !== null) {
    return (
      <Alert tone="info">
        <p className="wrap-anywhere">The hosted video ({state.replacedVideo}) no longer belongs to this day.</p>
        <Button variant="secondary" size="sm" onClick={draft.restoreVideo} className="mt-3">
          Put it back
        </Button>
      </Alert>
    );
  }
  return state.hostedVideo && <p className="wrap-anywhere text-muted text-sm">Hosted video: {state.hostedVideo}</p>;
}

/** `heldBack` tells of a field with something that cannot be saved as it is. */
type SaveStatusProps = { save: SaveState; heldBack: string | false; onRetry: () => void; onDiscard: () => void };

function SaveStatus({ save, heldBack, onRetry, onDiscard }: SaveStatusProps) {
  const phase = heldBack && (save.phase === "idle" || save.phase === "saved") ? "held-back" : save.phase;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p role="status" className="flex min-w-0 items-center gap-2 text-muted text-sm">
        {phase === "saving" && <Spinner className="size-4 text-bolt" />}
        {phase === "saved" && <CircleCheck aria-hidden="true" className="size-4 text-good" />}
        {phase === "failed" && <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />}
        {phase === "idle" && "All changes are saved"}
        {phase === "held-back" && heldBack}
        {phase === "unsaved" && "Not saved yet"}
        {phase === "saving" && "Saving…"}
        {phase === "saved" && "Saved"}
        {phase === "failed" && (
          <span className="wrap-anywhere min-w-0 text-bad">Not saved: {errorDetail(save.error)}</span>
        )}
      </p>
      {phase === "failed" && (
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}
