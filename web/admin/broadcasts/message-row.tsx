import type { Broadcast } from "#domain/contract/broadcasts.ts";
import { formatCount, formatDateTime, formatNumber } from "#domain/formats.ts";
import { AskButton } from "../parts/ask-first.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { ProgressBar } from "../parts/progress-bar.tsx";
import { broadcastCalls, broadcastsQuery, isOpen } from "./broadcasts.query.ts";

function statusOf({ state, written, recipients, createdAt, beginsAt }: Broadcast): string {
  const emails = formatCount(written, "email");
  switch (state) {
    case "waiting":
      return `Sending to ${formatCount(recipients, "member")} begins ${formatDateTime(beginsAt)}`;
    case "sending":
      return `${formatNumber(written)} of ${formatCount(recipients, "email")} so far`;
    case "sent":
      return `${formatDateTime(createdAt)} · Sent: ${emails}`;
    case "cancelled":
      return `${formatDateTime(createdAt)} · ${written === 0 ? "Cancelled. No one got it." : `Cancelled after ${emails}`}`;
  }
}

export function MessageRow({ broadcast }: { broadcast: Broadcast }) {
  const { id, subject, body, state, written, recipients } = broadcast;
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-night p-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-bold text-bolt text-sm">{statusOf(broadcast)}</p>
        <p className="wrap-anywhere font-bold">{subject}</p>
      </div>
      {state === "sending" && <ProgressBar label="Emails written" value={written} max={recipients} />}
      <Disclosure title="Read message">
        <li className="wrap-anywhere whitespace-pre-line">{body}</li>
      </Disclosure>
      {isOpen(broadcast) && (
        <AskButton
          button={{
            children: "Cancel message",
            className: "sm:justify-self-start",
            "aria-label": `Cancel message: ${subject}`,
          }}
          title={`Cancel “${subject}”?`}
          text="Emails that haven't gone out yet won't be sent. Members who already got the message keep it."
          action="Cancel message"
          refusal="Keep message"
          act={() => broadcastCalls[":id"].$delete({ param: { id } })}
          reads={[broadcastsQuery.queryKey]}
          failed="We couldn't cancel the message"
          tell={() => ({ tone: "success", title: "Message cancelled" })}
        />
      )}
    </li>
  );
}
