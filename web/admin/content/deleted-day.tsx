import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { putContent, refreshPlan } from "./content.query.ts";
import { humanDate } from "./content-words.tsx";
import { flushDrafts } from "./open-drafts.ts";

/** Above the editor of a day that is gone while something typed into it is not saved. Restored, it takes that text. */
export function DeletedDay({ item: { id, date } }: { item: LibraryItem }) {
  const heading = useId();
  const queryClient = useQueryClient();
  const toast = useToast();
  const restore = useMutation({
    mutationFn: () => read(adminApi.content[":id"].restore.$post({ param: { id }, json: { date } })),
    onSuccess: async (restored) => {
      await putContent(queryClient, date, restored);
      refreshPlan(queryClient);
      toast({ title: "Content Restored", description: humanDate(date), tone: "success" });
      void flushDrafts(date);
    },
  });
  return (
    <section
      role="alert"
      aria-labelledby={heading}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-warn/60 bg-warn/10 p-4"
    >
      <div className="grid gap-1">
        <h3 id={heading} className="font-bold">
          Somebody else has deleted this day
        </h3>
        <p className="text-muted text-sm">
          What you have typed is kept here and not saved yet. Restore brings the day back as it was, with your text in
          it.
        </p>
      </div>
      {restore.error && <p className="wrap-anywhere text-bad text-sm">Not restored: {errorDetail(restore.error)}</p>}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        isBusy={restore.isPending}
        onClick={() => restore.mutate()}
      >
        Restore
      </Button>
    </section>
  );
}
