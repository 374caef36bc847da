import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/api-error.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { useToast } from "../../../ui/use-toast.ts";

/** Above a draft that the administrator looks at as a page. */
export function DraftBanner({ contentId }: { contentId: string }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const publish = useMutation({
    mutationFn: () => read(adminApi.content[":id"].$put({ param: { id: contentId }, json: { status: "published" } })),
    onSuccess: () => {
      toast({ title: "Content Updated", tone: "success" });
      return queryClient.invalidateQueries();
    },
    onError: (error) =>
      toast({ title: "Not published", description: failureSentence("Failed to publish", error), tone: "error" }),
  });
  return (
    <Alert tone="info">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">Draft: members cannot see this</p>
        <Button size="sm" className="min-h-11" isBusy={publish.isPending} onClick={() => publish.mutate()}>
          Publish
        </Button>
      </div>
    </Alert>
  );
}
