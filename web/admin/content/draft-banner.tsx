import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PreflightResponse } from "#domain/contract/content/library.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { failureSentence } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { findDoubts } from "./content.query.ts";
import { fixFirst, PreflightLines } from "./preflight-panel.tsx";

export function DraftBanner({ contentId }: { contentId: string }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  /** The failed checks; empty if they couldn't run. */
  const [doubts, setDoubts] = useState<PreflightResponse | null>(null);

  const publish = useMutation({
    mutationFn: async () => {
      const found = doubts === null ? await findDoubts(contentId) : null;
      if (found === null) {
        await read(adminApi.content[":id"].$put({ param: { id: contentId }, json: { status: "published" } }));
      }
      return found;
    },
    onSuccess: (found) => {
      setDoubts(found);
      if (found !== null) return;
      toast({ title: "Content Updated", tone: "success" });
      return queryClient.invalidateQueries();
    },
    onError: (error) =>
      toast({ title: "Not published", description: failureSentence("Failed to publish", error), tone: "error" }),
  });
  return (
    <Alert tone="info">
      {/* Full width: an alert is only as wide as its text. */}
      <div className="grid w-screen max-w-full grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">Draft: members can't see this</p>
          <Button size="sm" isBusy={publish.isPending} onClick={() => publish.mutate()}>
            {doubts === null ? "Publish" : "Publish anyway"}
          </Button>
        </div>
        {doubts !== null && (
          <div className="grid gap-3 rounded-xl bg-night p-4">
            <p>{doubts.length === 0 ? "The checks couldn't run." : fixFirst(doubts)}</p>
            <PreflightLines lines={doubts} />
          </div>
        )}
      </div>
    </Alert>
  );
}
