import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { ActionError } from "../parts/action-error.tsx";
import { fixFirst, PreflightLines } from "./preflight-panel.tsx";
import { useRelease } from "./use-release.ts";

export function DraftBanner({ id, date }: { id: string; date: string }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const publish = useMutation({
    mutationFn: () => read(adminApi.content[":id"].$put({ param: { id }, json: { status: "published" } })),
    onSuccess: () => {
      toast({ title: "Content Updated", tone: "success" });
      return queryClient.invalidateQueries();
    },
  });
  const { wanted, doubts, choose, confirm } = useRelease({
    ...{ id, date, status: "draft" },
    choose: () => publish.mutate(),
    settle: async () => undefined,
  });
  return (
    <Alert tone="info">
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">Draft: members can't see this</p>
          <Button
            size="sm"
            isBusy={publish.isPending || (wanted !== null && doubts === null)}
            onClick={() => (doubts ? confirm() : choose("published"))}
          >
            {doubts === null ? "Publish" : "Publish anyway"}
          </Button>
        </div>
        <ActionError of={publish} title="Not published" />
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
