import ICAL from "ical.js";
import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { nextLiveEvent } from "#domain/contract/live-events.ts";
import { createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const EVENTS = "/api/admin/live-events";
const STARTS_AT = Date.parse("2036-01-17T12:00:00Z");
const event = {
  title: "Strike, hour; all\\of it",
  url: "https://live.example.org/strike;room=1,2?password=a,b;c&next=$&",
  note: `Bring water.\n${"Früh 早起き, früh! ".repeat(12).trim()}`,
};

async function change(method: string, path: string, startsAt = STARTS_AT): Promise<void> {
  const json = { ...event, startsAt: new Date(startsAt).toISOString(), requestId: path.split("/").at(-1) };
  const answer = await request(method === "POST" ? EVENTS : path, { admin: true, method, json, now: STARTS_AT - 9e8 });
  expect(answer.status).toBe(200);
}

/** The file as a calendar reads it. */
async function readFile(path: string) {
  const answer = await request(path);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const text = await answer.text();
  for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [entry] = calendar.getAllSubcomponents("vevent");
  if (!entry) throw new Error("The file holds no event.");
  const property = (name: string) => String(entry.getFirstPropertyValue(name));
  const instant = (name: string) => {
    const time = entry.getFirstPropertyValue(name);
    return time instanceof ICAL.Time ? time.toJSDate().getTime() : null;
  };
  return {
    method: calendar.getFirstPropertyValue("method"),
    organizer: [property("organizer"), entry.getFirstProperty("organizer")?.getParameter("cn")],
    uid: property("uid"),
    sequence: property("sequence"),
    status: property("status"),
    summary: property("summary"),
    url: property("url"),
    description: property("description"),
    startsAt: instant("dtstart"),
    endsAt: instant("dtend"),
  };
}

test("an annual member's calendar link follows the event, and doesn't work without its key", async () => {
  const id = crypto.randomUUID();
  await change("POST", `${EVENTS}/${id}`);
  const member = await createMember({ subscriptionType: "annual", accessEndsAt: STARTS_AT });
  const now = STARTS_AT - 9e8;
  const answer = await request("/api/user/live-event", { token: await tokenFor(member, now), now });
  const { event: next } = nextLiveEvent.parse(await answer.json());
  const link = new URL(next?.invitation?.calendarUrl ?? "");
  const path = `${link.pathname}${link.search}`;
  expect(path).toContain(id);

  const first = await readFile(path);
  expect(first).toEqual({
    method: "PUBLISH",
    sequence: "0",
    status: "CONFIRMED",
    organizer: [`mailto:${BRAND.supportEmail}`, BRAND.name],
    uid: expect.stringContaining(id),
    summary: event.title,
    url: event.url,
    description: `${event.note}\n\n${event.url}`,
    startsAt: STARTS_AT,
    endsAt: STARTS_AT + 7_200_000,
  });
  const moved = STARTS_AT + 3_600_000;
  await change("PUT", `${EVENTS}/${id}`, moved);
  expect(await readFile(path)).toEqual({ ...first, sequence: "1", startsAt: moved, endsAt: moved + 7_200_000 });
  await change("DELETE", `${EVENTS}/${id}`);
  const { uid, organizer } = first;
  expect(await readFile(path)).toMatchObject({ method: "CANCEL", sequence: "2", status: "CANCELLED", uid, organizer });

  expect((await request(link.pathname)).status).toBe(400);
  expect((await request(`${link.pathname}?key=wrong`)).status).toBe(404);
  expect((await request(path.replace(id, crypto.randomUUID()))).status).toBe(404);
});
