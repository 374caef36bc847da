import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";

/** Makes the frame as tall as the email, so that it has no scrollbar of its own. */
export function fitToMail(frame: HTMLIFrameElement | null) {
  if (frame === null) return;
  const fit = () => {
    const mail = frame.contentDocument?.documentElement;
    if (!mail) return;
    // A document is never shorter than its frame, so shrink the frame before measuring.
    frame.style.height = "0";
    frame.style.height = `${mail.scrollHeight}px`;
  };
  const observer = new ResizeObserver(fit);
  observer.observe(frame);
  frame.addEventListener("load", fit);
  return () => {
    observer.disconnect();
    frame.removeEventListener("load", fit);
  };
}

export function EmailPreview({ item, onFailed }: { item: { id: string; date: string }; onFailed: () => void }) {
  // Render once per opening of the preview.
  const { data: html, error } = useQuery({
    queryKey: ["/api/admin/email-preview", item.id],
    queryFn: () => read(adminApi.admin["email-preview"].$post({ json: { contentId: item.id } })),
    select: (answer) => answer.html.html,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const toast = useToast();
  useEffect(() => {
    if (error === null) return;
    toast({
      title: "Error",
      description: error instanceof ApiError ? "Failed to generate email preview" : "Failed to preview email",
      tone: "error",
    });
    onFailed();
  }, [error, toast, onFailed]);

  if (html === undefined) return <StatePanel kind="loading" title="Preparing the preview..." />;
  // No scripts, no forms, no navigation. `allow-same-origin` lets us measure the frame; without scripts it can't reach us.
  return (
    <iframe
      ref={fitToMail}
      sandbox="allow-same-origin"
      srcDoc={html}
      title={`Email for ${formatLongDate(item.date)}`}
      className="h-[62dvh] w-full rounded-xl bg-night"
    />
  );
}

export function PreviewEmailDialog({ item, onClose }: { item: { id: string; date: string }; onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} isWide title="Email preview" description={formatLongDate(item.date)}>
      <EmailPreview item={item} onFailed={onClose} />
    </Dialog>
  );
}
