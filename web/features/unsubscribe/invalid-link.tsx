import { Unlink } from "lucide-react";
import { BRAND } from "#domain/brand.ts";

export function InvalidLink() {
  return (
    <div role="alert" className="grid gap-4">
      <Unlink aria-hidden="true" className="size-10 text-warn" />
      <h1 className="text-3xl sm:text-4xl">This unsubscribe link does not work</h1>
      <p className="leading-relaxed text-muted">
        It may have been cut off by your mail program. Please open it from the mail again, switch the mails off under My
        Account, or write to{" "}
        <a href={`mailto:${BRAND.supportEmail}`} className="text-ink underline underline-offset-4">
          {BRAND.supportEmail}
        </a>
        .
      </p>
    </div>
  );
}
