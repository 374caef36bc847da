import { MailCheck } from "lucide-react";
import type { ReactNode } from "react";
import { MINUTE_MS } from "#domain/durations.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";

/** Replaces the form that requested an email. `hasField`: a field in it takes the focus. */
export function InboxPanel({ hasField, children }: { hasField?: boolean; children: ReactNode }) {
  return (
    <section
      ref={hasField ? null : focusOnArrival}
      tabIndex={-1}
      aria-labelledby="check-inbox"
      className="grid animate-rise gap-5 rounded-card border border-line bg-panel p-6 focus:outline-none sm:p-7"
    >
      <MailCheck className="size-9 text-bolt" />
      <h2 id="check-inbox" className="-mb-3 text-2xl">
        Check your inbox
      </h2>
      {children}
    </section>
  );
}

/** Offers the email again, a minute after it was sent. */
export function Resend({ sentAt, isBusy, onClick }: { sentAt: number; isBusy: boolean; onClick: () => void }) {
  // Uses the clock, because a sleeping phone would pause a counter.
  const secondsLeft = Math.max(0, Math.ceil((sentAt + MINUTE_MS - useNow(500)) / 1000));
  return (
    <>
      <Button variant="secondary" isBusy={isBusy} disabled={secondsLeft > 0} onClick={onClick}>
        {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : "Resend"}
      </Button>
      {/* Announced at the beginning and end of the wait, not every second. */}
      <p role="status" className="sr-only">
        {secondsLeft > 0 ? "You can resend it in a minute." : "You can resend it now."}
      </p>
    </>
  );
}
