import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { LiveEvent, LiveEventDraft, LiveEventList } from "#domain/contract/live-events.ts";
import { formatDateTime } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { AskButton } from "../parts/ask-first.tsx";
import { useMay } from "../parts/use-role.ts";
import { LiveEventForm, liveEventCalls, liveEventsQuery } from "./live-event-form.tsx";

export function LiveEventsTab() {
  const events = useQuery(liveEventsQuery);
  const [edited, setEdited] = useState<LiveEvent | "new" | null>(null);
  const mayAnnounce = useMay("administrator");
  return (
    <Card
      id="live-events"
      title="Live events"
      hint="We promise annual members one each quarter. Reminders go out a week before and again about an hour before."
      aside={
        <Button icon={CalendarPlus} onClick={() => setEdited("new")}>
          {mayAnnounce ? "Schedule live event" : "Draft live event"}
        </Button>
      }
    >
      <QueryPanel query={events} loading="Loading live events..." failed="Couldn't load live events">
        {(known) => <Events events={known} onEdit={setEdited} />}
      </QueryPanel>
      {edited !== null && (
        <LiveEventForm
          key={edited === "new" ? edited : edited.id}
          event={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function Events({ events, onEdit }: { events: LiveEventList; onEdit: (event: LiveEvent) => void }) {
  const { coming, past, drafts, isMissing } = events;
  return (
    <div className="grid gap-6">
      {isMissing && (
        <Alert tone="info">No live event in the next three months. Annual members pay for one each quarter.</Alert>
      )}
      {coming.length > 0 && (
        <ul aria-label="Upcoming" className="grid gap-3">
          {coming.map((event) => (
            <LiveEventRow key={event.id} event={event} onEdit={() => onEdit(event)} />
          ))}
        </ul>
      )}
      {drafts.length > 0 && (
        <section aria-labelledby="drafted-live-events" className="grid gap-3">
          <h3 id="drafted-live-events" className="text-lg">
            Drafts
          </h3>
          <ul className="grid gap-3">
            {drafts.map((draft) => (
              <LiveEventRow key={draft.id} event={draft} onEdit={() => onEdit(draft)} />
            ))}
          </ul>
        </section>
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

type RowProps = { event: LiveEvent | LiveEventDraft; onEdit?: () => void };

function LiveEventRow({ event, onEdit }: RowProps) {
  const mayAnnounce = useMay("administrator");
  const isDraft = "author" in event;
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-night p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="font-bold text-bolt text-sm">{formatDateTime(event.startsAt)}</p>
        <p className="wrap-anywhere font-bold">{event.title}</p>
        {isDraft && event.author && <p className="text-muted text-sm">By {event.author}</p>}
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
      {onEdit && (isDraft || mayAnnounce) && (
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Button variant="secondary" onClick={onEdit} aria-label={`Edit ${event.title}`}>
            Edit
          </Button>
          {isDraft ? <DraftActions draft={event} mayRelease={mayAnnounce} /> : <CancelEvent event={event} />}
        </div>
      )}
    </li>
  );
}

function CancelEvent({ event }: { event: LiveEvent }) {
  return (
    <AskButton
      button={{ variant: "ghost", "aria-label": `Cancel event: ${event.title}`, children: "Cancel event" }}
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
      act={() => liveEventCalls[":id"].$delete({ param: { id: event.id } })}
      reads={[liveEventsQuery.queryKey]}
      failed="We couldn't cancel the event"
      notify={() => ({ tone: "success", title: "Live event cancelled" })}
    />
  );
}

function DraftActions({ draft, mayRelease }: { draft: LiveEvent; mayRelease: boolean }) {
  const { id, title, startsAt, url, note } = draft;
  const param = { id };
  return (
    <>
      <AskButton
        button={{ variant: "ghost", "aria-label": `Delete draft: ${draft.title}`, children: "Delete draft" }}
        title={`Delete the draft of ${draft.title}?`}
        text="You can't undo this."
        action="Delete draft"
        act={() => liveEventCalls[":id"].$delete({ param })}
        reads={[liveEventsQuery.queryKey]}
        failed="We couldn't delete the draft"
        notify={() => ({ tone: "success", title: "Draft deleted" })}
      />
      {mayRelease && (
        <AskButton
          button={{ "aria-label": `Schedule ${draft.title}`, children: "Schedule" }}
          title={`Schedule ${draft.title}?`}
          text="Annual members see it on their dashboards and get reminders by email."
          action="Schedule"
          isDangerous={false}
          act={() => liveEventCalls[":id"].release.$post({ param, json: { title, startsAt, url, note } })}
          reads={[liveEventsQuery.queryKey]}
          failed="We couldn't schedule the event"
          notify={() => ({ tone: "success", title: "Live event scheduled" })}
        />
      )}
    </>
  );
}

const listOf = (type: "annual" | "gift", name: string) => (
  <Link to={adminPath({ tab: "members", type })} className="underline underline-offset-4 hover:text-bolt">
    {name}
  </Link>
);
