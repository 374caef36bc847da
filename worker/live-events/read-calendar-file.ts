import { BRAND } from "#domain/brand.ts";
import { LIVE_EVENT_LASTS_MS } from "#domain/rules/live-events.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { isCalendarKey } from "../kernel/links/calendar-key.ts";
import { selectLiveEvent } from "./live-events.queries.ts";

const MOST_OCTETS = 75;
const encoder = new TextEncoder();

/** RFC 5545, 3.1: a longer line continues on the next one, after a space. No character is cut. */
function folded(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const more = encoder.encode(character).length;
    if (octets + more > MOST_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return text;
}

/** RFC 5545, 3.3.11. */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r?\n/g, "\\n");

/** As in 20360117T120000Z. */
const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** RFC 5545: `sequence` rises with each change, so reopening replaces the entry. @throws AppError `not_found`, also for a wrong key */
export async function readCalendarFile(ctx: Ctx, { id, key }: { id: string; key: string }): Promise<string> {
  if (!isCalendarKey(ctx.config, id, key)) throw notFound("Live event");
  const event = await selectLiveEvent(ctx.db, id).get();
  if (!event) throw notFound("Live event");
  const isOff = event.cancelledAt !== null;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${BRAND.name}//Live events//EN`,
    `METHOD:${isOff ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:${id}@${new URL(ctx.config.appUrl).hostname}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.startsAt + LIVE_EVENT_LASTS_MS)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped([event.note, event.url].filter(Boolean).join("\n\n"))}`,
    // Outlook may refuse an event or a cancellation without an organizer (RFC 5546).
    `ORGANIZER;CN="${BRAND.name}":mailto:${BRAND.supportEmail}`,
    `URL:${event.url}`,
    `STATUS:${isOff ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  return lines.map(folded).join("\r\n");
}
