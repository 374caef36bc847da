import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { LiveEvent, LiveEventList } from "#domain/contract/live-events.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { AskFirst } from "../parts/ask-first.tsx";
import { LiveEventForm } from "./live-event-form.tsx";
import { liveEventCalls, liveEventsQuery } from "./live-events.query.ts";

type Open = { as: "form"; event: LiveEvent | null } | { as: "cancel"; event: LiveEvent } | null;

export function LiveEventsTab() {
  const events = useQuery(liveEventsQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Card
      id="live-events"
      title="Live events"
      hint="We promise annual members one each quarter. Reminders go out a week before and again about an hour before."
      aside={
        <Button icon={CalendarPlus} onClick={() => setOpen({ as: "form", event: null })}>
          Schedule live event
        </Button>
      }
    >
      <QueryPanel query={events} loading="Loading live events..." failed="Couldn't load live events">
        {(known) => <Events events={known} onOpen={setOpen} />}
      </QueryPanel>
      {open?.as === "form" && (
        <LiveEventForm
          key={open.event?.id}
          event={open.event}
          onClose={close}
          onGoOn={(event) => setOpen({ as: "form", event })}
        />
      )}
      {open?.as === "cancel" && <CancelDialog event={open.event} onClose={close} />}
    </Card>
  );
}

function Events({ events, onOpen }: { events: LiveEventList; onOpen: (open: Open) => void }) {
  const { coming, past, isMissing } = events;
  return (
    <div className="grid gap-6">
      {isMissing && (
        <Alert tone="info">No live event in the next three months. Annual members pay for one each quarter.</Alert>
      )}
      {coming.length > 0 && (
        <ul aria-label="Upcoming" className="grid gap-3">
          {coming.map((event) => (
            <LiveEventRow
              key={event.id}
              event={event}
              onChange={() => onOpen({ as: "form", event })}
              onCancel={() => onOpen({ as: "cancel", event })}
            />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <section aria-labelledby="past-live-events" className="grid gap-3">
          <h3 id="past-live-events" className="text-lg">
            Last 90 days
          </h3>
          <ul className="grid gap-3">
            {past.map((event) => (
              <LiveEventRow key={event.id} event={event} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type LiveEventRowProps = { event: LiveEvent; onChange?: () => void; onCancel?: () => void };

function LiveEventRow({ event, onChange, onCancel }: LiveEventRowProps) {
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-night p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="font-bold text-bolt text-sm">{formatDateTime(event.startsAt)}</p>
        <p className="wrap-anywhere font-bold">{event.title}</p>
        <a
          href={event.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center break-all text-muted text-sm underline underline-offset-4 hover:text-ink"
        >
          {event.url}
        </a>
        {event.note !== "" && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">{event.note}</p>}
      </div>
      {onChange && onCancel && (
        <div className="flex gap-2 max-sm:*:flex-1">
          <Button variant="secondary" onClick={onChange} aria-label={`Edit ${event.title}`}>
            Edit
          </Button>
          <Button variant="ghost" onClick={onCancel} aria-label={`Cancel event: ${event.title}`}>
            Cancel event
          </Button>
        </div>
      )}
    </li>
  );
}

const listOf = (type: "annual" | "gift", name: string) => (
  <Link to={adminPath({ tab: "members", type })} className="underline underline-offset-4 hover:text-bolt">
    {name}
  </Link>
);

function CancelDialog({ event, onClose }: { event: LiveEvent; onClose: () => void }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => read(liveEventCalls[":id"].$delete({ param: { id: event.id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveEventsQuery.queryKey }),
  });
  const onSuccess = () => {
    toast({ tone: "success", title: "Live event cancelled" });
    onClose();
  };
  return (
    <AskFirst
      title={`Cancel ${event.title}?`}
      text={
        <>
          It disappears from dashboards, and unsent reminders are cancelled. We don't email members who already got a
          reminder. To email them yourself, export the addresses of {listOf("annual", "annual members")} and of members
          with {listOf("gift", "annual gifts")}.
        </>
      }
      action="Cancel event"
      refusal="Keep event"
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      {cancel.isError && <Alert>We couldn't cancel the event. {errorDetail(cancel.error)}</Alert>}
    </AskFirst>
  );
}
