import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";

/** The mail of an item, rendered once for each time the dialog opens. */
function useEmailPreview(contentId: string) {
  return useQuery({
    queryKey: ["/api/admin/email-preview", contentId],
    queryFn: () => read(adminApi.admin["email-preview"].$post({ json: { contentId } })),
    select: (answer) => answer.html.html,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type PreviewEmailDialogProps = { item: ContentItem; onClose: () => void };

export function PreviewEmailDialog({ item, onClose }: PreviewEmailDialogProps) {
  const { data: html, error } = useEmailPreview(item.id);
  const toast = useToast();
  useEffect(() => {
    if (error === null) return;
    toast({
      title: "Error",
      description: error instanceof ApiError ? "Failed to generate email preview" : "Failed to preview email",
      tone: "error",
    });
    onClose();
  }, [error, toast, onClose]);

  return (
    <Dialog isOpen onOpenChange={onClose} isWide title="Email Preview" description={formatLongDate(item.date)}>
      {html === undefined ? (
        <StatePanel kind="loading" title="Preparing the preview..." />
      ) : (
        // An empty sandbox: no scripts, no forms, no way out of the frame.
        <iframe
          sandbox=""
          srcDoc={html}
          title={`Email of ${item.date}`}
          className="h-[62dvh] w-full rounded-xl bg-night"
        />
      )}
    </Dialog>
  );
}
