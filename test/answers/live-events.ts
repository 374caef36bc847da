import type { NextLiveEvent } from "../../domain/contract/live-events.ts";

type Event = NonNullable<NextLiveEvent["event"]>;

export const INVITATION: NonNullable<Event["invitation"]> = {
  url: "https://live.example.org/strike",
  note: "Bring water.\nAnd a mat.",
  calendarUrl: "http://localhost/api/live-events/1/calendar?key=k",
};

/** The next event, as members without an invitation see it. */
export const NEXT_LIVE_EVENT: Event = {
  title: "Strike hour",
  startsAt: "2027-03-12T01:00:00.000Z",
  invitation: null,
};
