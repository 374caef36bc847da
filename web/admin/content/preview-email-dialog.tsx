import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import type { EmailPreviewResponse } from "#domain/contract/wake-up.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { bind } from "../parts/bind.ts";
import { EmailField } from "../parts/email-field.tsx";
import { useStoredText } from "../parts/stored.atoms.ts";

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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <InboxLines mail={mail} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SendCopy contentId={item.id} copyTo={mail.copyTo} />
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
      {/* No scripts, no forms, no navigation. `allow-same-origin` lets us measure the frame; without scripts it can't reach us. */}
      <iframe
        ref={fitToMail}
        sandbox="allow-same-origin"
        srcDoc={mail.html.html}
        title={`Email for ${formatLongDate(item.date)}`}
        className={clsx("h-[62dvh] w-full rounded-xl bg-night", isNarrow && "mail-narrow")}
      />
    </div>
  );
}

/** The email as an inbox lists it. */
function InboxLines({ mail: { subject, from, inboxLine } }: { mail: EmailPreviewResponse }) {
  return (
    <dl className="mail-lines text-sm">
      <dt className="text-muted">From</dt>
      <dd className="wrap-anywhere min-w-0">{from}</dd>
      <dt className="text-muted">Subject</dt>
      <dd className="wrap-anywhere min-w-0 font-semibold">{subject}</dd>
      <dt className="text-muted">Inbox</dt>
      <dd className="wrap-anywhere min-w-0">{inboxLine}</dd>
    </dl>
  );
}

/** A test email of this session, to the operator or the address last typed for tests. */
function SendCopy({ contentId, copyTo }: { contentId: string; copyTo: string | null }) {
  const [typed, setTyped] = useStoredText("test-email");
  const toast = useToast();
  const [edited, setEdited] = useState<string | null>(null);
  const address = edited ?? (typed || copyTo || "");
  const send = useMutation({
    mutationFn: () => read(adminApi.admin["test-email"].$post({ json: { email: address.trim(), contentId } })),
    onSuccess: () => toast({ title: "Test email sent", description: address, tone: "success" }),
  });
  return (
    <form
      noValidate
      className="flex min-w-0 flex-1 flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <div className="min-w-0 flex-1">
        <EmailField
          label="Your email"
          {...bind(address, (next) => {
            setEdited(next);
            setTyped(next);
          })}
          error={send.isError ? formErrorText(send.error, "Couldn't send it") : undefined}
        />
      </div>
      <Button type="submit" variant="secondary" isBusy={send.isPending}>
        Send test email
      </Button>
    </form>
  );
}

export function PreviewEmailDialog({ item, onClose }: { item: { id: string; date: string }; onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} isWide title="Email preview" description={formatLongDate(item.date)}>
      <EmailPreview item={item} onFailed={onClose} />
    </Dialog>
  );
}
