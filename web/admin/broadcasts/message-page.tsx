import { useQuery } from "@tanstack/react-query";
import type { Broadcast, BroadcastList } from "#domain/contract/broadcasts.ts";
import { formatCount, formatDateTime, formatNumber } from "#domain/formats.ts";
import { segmentText } from "#domain/rules/segment.ts";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { Disclosure, ProgressBar } from "../parts/controls.tsx";
import { broadcastCalls, broadcastsQuery, isOpen } from "./broadcasts.query.ts";
import { KIND_NAMES, MessageForm } from "./message-form.tsx";

export function MessagePage() {
  const list = useQuery(broadcastsQuery);
  return (
    <Card
      id="message"
      title="Message to members"
      hint="About the membership only: news and offers need a consent that Daybolt doesn't ask for. It also goes to members who turned off wake-up emails."
    >
      <QueryPanel query={list} loading="Loading messages..." failed="Couldn't load messages">
        {(known) => <Messages {...known} />}
      </QueryPanel>
    </Card>
  );
}

function Messages({ broadcasts }: BroadcastList) {
  const open = broadcasts.filter(isOpen);
  const past = broadcasts.filter((broadcast) => !isOpen(broadcast));
  return (
    <div className="grid gap-6">
      {open.length > 0 && (
        <ul aria-label="Being sent" className="grid gap-3">
          {open.map((broadcast) => (
            <MessageRow key={broadcast.id} broadcast={broadcast} />
          ))}
        </ul>
      )}
      <MessageForm busy={open.map(({ kind }) => kind)} />
      {past.length > 0 && (
        <section aria-labelledby="past-messages" className="grid gap-3">
          <h3 id="past-messages" className="text-lg">
            Earlier messages
          </h3>
          <ul className="grid gap-3">
            {past.map((broadcast) => (
              <MessageRow key={broadcast.id} broadcast={broadcast} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

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

function MessageRow({ broadcast }: { broadcast: Broadcast }) {
  const { id, kind, segment, subject, body, author, state, written, recipients } = broadcast;
  const to = [author, kind === "outage" && KIND_NAMES[kind], segmentText(segment)].filter(Boolean).join(" · ");
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-night p-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-bold text-bolt text-sm">{statusOf(broadcast)}</p>
        <p className="wrap-anywhere font-bold">{subject}</p>
        {to && <p className="wrap-anywhere text-muted text-sm">{to}</p>}
      </div>
      {state === "sending" && <ProgressBar label="Emails written" value={written} max={recipients} />}
      <Disclosure title="Read message">
        <p className="wrap-anywhere whitespace-pre-line">{body}</p>
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
          notify={() => ({ tone: "success", title: "Message cancelled" })}
        />
      )}
    </li>
  );
}
