import { useMutation } from "@tanstack/react-query";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";
import { SmallButton } from "../parts/small-button.tsx";
import { WarnPanel } from "./conflict-panel.tsx";
import { useShowContent } from "./content.query.ts";
import { humanDate } from "./content-words.tsx";
import { flushDrafts } from "./open-drafts.ts";

export function useRestore(id: string, onRestored: (restored: LibraryItem) => void) {
  const show = useShowContent();
  const toast = useToast();
  return useMutation({
    mutationFn: (date: string) => read(adminApi.content[":id"].restore.$post({ param: { id }, json: { date } })),
    onSuccess: async (restored) => {
      await show({ [restored.date]: restored });
      toast({ title: "Content Restored", description: humanDate(restored.date), tone: "success" });
      onRestored(restored);
    },
  });
}

/** Shown above the editor when the item was deleted while it had unsaved text. Restoring keeps that text. */
export function DeletedDay({ item: { id, date } }: { item: LibraryItem }) {
  const restore = useRestore(id, () => void flushDrafts(date));
  return (
    <WarnPanel
      title="Someone else deleted this session"
      text="Your text is still here but isn't saved. Restore the session to save it."
    >
      {restore.error && (
        <p className="wrap-anywhere text-bad text-sm">Couldn't restore: {errorDetail(restore.error)}</p>
      )}
      <SmallButton className="justify-self-start" isBusy={restore.isPending} onClick={() => restore.mutate(date)}>
        Restore
      </SmallButton>
    </WarnPanel>
  );
}
