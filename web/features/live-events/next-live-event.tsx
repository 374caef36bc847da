import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, LockKeyhole, Radio } from "lucide-react";
import type { NextLiveEvent as Answer } from "#domain/contract/live-events.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { formatTimeInZone } from "#domain/formats.ts";
import { subscribePath } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { useNow } from "../../lib/use-now.ts";
import { buttonClass } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";

export function NextLiveEvent() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["/api/user/live-event"],
    queryFn: () => read(api.user["live-event"].$get()),
  });
  if (isError) {
    return <StatePanel kind="error" title="The next live session didn't load" retry={{ refetch, isFetching }} />;
  }
  if (!data) return <p className="text-muted text-sm">Loading live sessions...</p>;
  if (data.event) return <Announced event={data.event} />;
  return (
    <p className="text-muted text-sm">
      The next one isn't scheduled yet. Annual members get an email a week before and again just before it starts.
    </p>
  );
}

type Announcement = NonNullable<Answer["event"]>;

/** Times are on the reader's own clock, wherever they are today. */
function Announced({ event: { title, startsAt, invitation } }: { event: Announcement }) {
  // No line ends within the time.
  const when = formatTimeInZone(startsAt, null).replace(/\s(?=\d+:|[AP]M|\S+$)/g, "\u00a0");
  return (
    <div className="grid gap-5 rounded-card border border-line bg-panel p-5 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-8 sm:p-6">
      <div className="grid min-w-0 gap-1.5">
        <p className="flex items-center gap-2 font-bold text-bolt text-sm semi-wide">
          <Radio className="size-4 shrink-0" />
          {when}
        </p>
        <h3 className="wrap-anywhere text-xl">{title}</h3>
        {invitation && invitation.note !== "" && (
          <p className="wrap-anywhere whitespace-pre-line text-muted">{invitation.note}</p>
        )}
      </div>
      {invitation ? <WaysIn {...invitation} startsAt={startsAt} /> : <Locked />}
    </div>
  );
}

/** The link to join leads from this long before the start. */
const JOIN_MS = 15 * MINUTE_MS;

function WaysIn({ url, calendarUrl, startsAt }: NonNullable<Announcement["invitation"]> & { startsAt: string }) {
  const canJoin = useNow(MINUTE_MS / 4) >= Date.parse(startsAt) - JOIN_MS;
  const ways = [
    <a
      key="join"
      href={url}
      target="_blank"
      rel="noreferrer"
      className={buttonClass(canJoin ? "primary" : "secondary")}
    >
      Join the live session
    </a>,
    <a key="calendar" href={calendarUrl} className={buttonClass(canJoin ? "secondary" : "primary")}>
      <CalendarPlus className="size-4 shrink-0" />
      Add to calendar
    </a>,
  ];
  return <div className="grid gap-3 lg:grid-cols-2">{canJoin ? ways : ways.reverse()}</div>;
}

function Locked() {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2 text-muted text-sm">
        <LockKeyhole className="size-4 shrink-0" />
        For annual members
      </p>
      <a href={subscribePath("annual")} className={buttonClass("secondary")}>
        See the annual plan
      </a>
    </div>
  );
}
