import { expect, test } from "vitest";
import { nextLiveEvent } from "#domain/contract/live-events.ts";
import { createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const EVENTS = "/api/admin/live-events";
const STARTS_AT = Date.parse("2036-01-17T12:00:00Z");
const event = { title: "Strike, hour; all\\of it", url: "https://live.example.org/strike", note: "Bring water." };

async function change(method: string, path: string, startsAt = STARTS_AT): Promise<void> {
  const json = { ...event, startsAt: new Date(startsAt).toISOString(), requestId: path.split("/").at(-1) };
  const answer = await request(method === "POST" ? EVENTS : path, { admin: true, method, json, now: STARTS_AT - 9e8 });
  expect(answer.status).toBe(200);
}

/** The file's lines as a calendar reads them: long ones are folded. */
async function linesOf(path: string): Promise<string[]> {
  const answer = await request(path);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  return (await answer.text()).replaceAll("\r\n ", "").split("\r\n");
}

test("an annual member's link leads to a file that follows the event, and to nothing without its key", async () => {
  const id = crypto.randomUUID();
  await change("POST", `${EVENTS}/${id}`);
  const member = await createMember({ subscriptionType: "annual", accessEndsAt: STARTS_AT });
  const now = STARTS_AT - 9e8;
  const answer = await request("/api/user/live-event", { token: await tokenFor(member, now), now });
  const { event: next } = nextLiveEvent.parse(await answer.json());
  const link = new URL(next?.invitation?.calendarUrl ?? "");
  const path = `${link.pathname}${link.search}`;
  expect(path).toContain(id);

  expect(await linesOf(path)).toEqual(
    expect.arrayContaining([
      "BEGIN:VEVENT",
      "METHOD:PUBLISH",
      "SEQUENCE:0",
      "STATUS:CONFIRMED",
      "DTSTART:20360117T120000Z",
      "DTEND:20360117T140000Z",
      "SUMMARY:Strike\\, hour\\; all\\\\of it",
      "URL;VALUE=URI:https://live.example.org/strike",
    ]),
  );
  await change("PUT", `${EVENTS}/${id}`, STARTS_AT + 3_600_000);
  expect(await linesOf(path)).toEqual(expect.arrayContaining(["SEQUENCE:1", "DTSTART:20360117T130000Z"]));
  await change("DELETE", `${EVENTS}/${id}`);
  expect(await linesOf(path)).toEqual(expect.arrayContaining(["METHOD:CANCEL", "SEQUENCE:2", "STATUS:CANCELLED"]));

  expect((await request(link.pathname)).status).toBe(400);
  expect((await request(`${link.pathname}?key=wrong`)).status).toBe(404);
  expect((await request(path.replace(id, crypto.randomUUID()))).status).toBe(404);
});
