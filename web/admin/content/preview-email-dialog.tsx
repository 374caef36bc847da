import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { MailFrame } from "../parts/mail-frame.tsx";
import { SendTest } from "../parts/send-test.tsx";

export function EmailPreview({ item, onFailed }: { item: { id: string; date: string }; onFailed: () => void }) {
  // Render once per opening of the preview.
  const { data: mail, error } = useQuery({
    queryKey: ["/api/admin/email-preview", item.id],
    queryFn: () => read(adminApi.admin["email-preview"].$post({ json: { contentId: item.id } })),
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

  const [isNarrow, setIsNarrow] = useState(false);
  if (mail === undefined) return <StatePanel kind="loading" title="Preparing the preview..." />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <DetailList
        details={[
          ["From", mail.from],
          ["Subject", mail.subject],
          ["Inbox", mail.inboxLine],
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SendTest
          copyTo={mail.copyTo}
          send={(email) => read(adminApi.admin["test-email"].$post({ json: { email, contentId: item.id } }))}
        />
        <Button
          variant="secondary"
          icon={Smartphone}
          className="max-sm:hidden aria-pressed:border-bolt aria-pressed:text-bolt"
          aria-pressed={isNarrow}
          onClick={() => setIsNarrow(!isNarrow)}
        >
          360 px
        </Button>
      </div>
      <MailFrame
        html={mail.html.html}
        title={`Email for ${formatLongDate(item.date)}`}
        maxWidth={isNarrow ? 360 : undefined}
      />
    </div>
  );
}

export function PreviewEmailDialog({ item, onClose }: { item: { id: string; date: string }; onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} isWide title="Email preview" description={formatLongDate(item.date)}>
      <EmailPreview item={item} onFailed={onClose} />
    </Dialog>
  );
}
