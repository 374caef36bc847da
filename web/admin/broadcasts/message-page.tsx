import { useQuery } from "@tanstack/react-query";
import type { BroadcastList } from "#domain/contract/broadcasts.ts";
import { formatDateTime } from "#domain/formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { broadcastsQuery, isOpen } from "./broadcasts.query.ts";
import { MessageForm } from "./message-form.tsx";
import { MessageRow } from "./message-row.tsx";

export function MessagePage() {
  const list = useQuery(broadcastsQuery);
  return (
    <Card
      id="message"
      title="Message to members"
      hint="About their membership: a price change, an outage, new terms. Not for news, because it also goes to members who turned off wake-up emails."
    >
      <QueryPanel query={list} loading="Loading messages..." failed="Couldn't load messages">
        {(known) => <Messages {...known} />}
      </QueryPanel>
    </Card>
  );
}

function Messages({ broadcasts, nextFrom }: BroadcastList) {
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
      {nextFrom !== null && (
        <Alert tone="info">
          Members get at most one message in seven days. You can send the next one starting {formatDateTime(nextFrom)}.
        </Alert>
      )}
      <MessageForm mayConfirm={nextFrom === null} />
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
