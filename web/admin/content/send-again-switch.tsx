import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import type { ListedLibraryItem } from "#domain/contract/content/library.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { failureSentence } from "../../lib/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { putContent, refreshPlan } from "./content.query.ts";

/** Sets in the list what the editor sets as well. An open editor takes it over. */
export function SendAgainSwitch({ item: { id, date, mayBeSentAgain } }: { item: ListedLibraryItem }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: () => read(adminApi.content[":id"].$put({ param: { id }, json: { mayBeSentAgain: !mayBeSentAgain } })),
    // Busy until the list shows it.
    onSuccess: async (saved) => {
      await putContent(queryClient, saved.date, saved);
      await refreshPlan(queryClient);
    },
    onError: (error) =>
      toast({ title: "Not saved", description: failureSentence("Failed to save", error), tone: "error" }),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={Repeat}
      role="switch"
      aria-checked={mayBeSentAgain}
      aria-label={`May be sent again: ${formatLongDate(date)}`}
      data-tooltip=""
      className="aria-checked:bg-bolt/15 aria-checked:text-bolt"
      isBusy={save.isPending}
      onClick={() => save.mutate()}
    />
  );
}
