import ical, { foldLines, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { BRAND } from "#domain/brand.ts";
import { LIVE_EVENT_LASTS_MS } from "#domain/rules/live-events.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { isCalendarKey } from "../kernel/links/calendar-key.ts";
import { selectLiveEvent } from "./live-events.queries.ts";

/** RFC 5545: `sequence` rises with each change, so reopening replaces the entry. @throws AppError `not_found`, also for a wrong key */
export async function readCalendarFile(ctx: Ctx, { id, key }: { id: string; key: string }): Promise<string> {
  if (!isCalendarKey(ctx.config, id, key)) throw notFound("Live event");
  const event = await selectLiveEvent(ctx.db, id).get();
  if (!event) throw notFound("Live event");
  const isOff = event.cancelledAt !== null;
  const calendar = ical({
    prodId: { company: BRAND.name, product: "Live events" },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${id}@${new URL(ctx.config.appUrl).hostname}`,
    sequence: event.sequence,
    stamp: new Date(event.updatedAt),
    start: new Date(event.startsAt),
    end: new Date(event.startsAt + LIVE_EVENT_LASTS_MS),
    summary: event.title,
    description: [event.note, event.url].filter(Boolean).join("\n\n"),
    // Outlook may refuse an event or a cancellation without an organizer (RFC 5546).
    organizer: { name: BRAND.name, email: BRAND.supportEmail },
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  // The library would escape the URL like text, but calendars don't unescape URIs (RFC 5545).
  return calendar.toString().replace("\r\nEND:VEVENT", (end) => `\r\n${foldLines(`URL:${event.url}`)}${end}`);
}
