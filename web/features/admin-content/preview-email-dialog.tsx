import { useEffect } from "react";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { usePreviewEmail } from "./preview-email.mutation.ts";

type PreviewEmailDialogProps = { password: string; item: ContentItem; onClose: () => void };

export function PreviewEmailDialog({ password, item, onClose }: PreviewEmailDialogProps) {
  const { mutate, data: html } = usePreviewEmail(password);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one call per opened dialog, whatever is rendered anew around it.
  useEffect(() => {
    mutate(item.id, { onError: onClose });
  }, [mutate, item.id]);
  return (
    <Dialog isOpen onOpenChange={onClose} isWide title="Email Preview" description={formatLongDate(item.date)}>
      {html === undefined ? (
        <LoadingState text="Preparing the preview..." />
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
