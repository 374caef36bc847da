import { beforeEach, expect, test } from "vitest";
import type { ErrorBody } from "#domain/contract/errors.ts";
import { dayAhead, slotAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { createItem, db, rowsOf } from "#test/worker/factories.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import { resumeSending, selectPauses, setPause } from "../../mail/pauses.queries.ts";
import { pauseOf } from "../../mail/sending-state.ts";

beforeEach(async () => {
  for (const table of ["content_revisions", "member_progress", "content"]) await db.run(`delete from ${table}`);
});

function send(json: { email: string; contentId?: string }, now?: number): Promise<Response> {
  return request("/api/admin/test-email", { admin: true, json, now });
}

/** A day's test emails in the audit log. */
async function testMailsOf(date: string): Promise<unknown[]> {
  const entries = await rowsOf("select details from audit where action = 'test-email.send' and subject = ?", date);
  return entries.map(({ details }) => JSON.parse(String(details)));
}

async function errorOf(response: Response): Promise<ErrorBody> {
  return response.json();
}

test("a test email uses today's Central item, else the newest, or the requested one, without a delivery", async () => {
  const email = uniqueEmail("test");
  const today = await createItem(dayAhead(0), { title: "Today" });
  const before = await testMailsOf(today.date);
  await createItem(dayAhead(5), { title: "Newest" });
  // Late evening in Chicago is already tomorrow in UTC.
  const evening = slotAhead(0, 23);
  expect((await send({ email }, evening)).status).toBe(200);
  expect((await send({ email }, slotAhead(2, 12))).status).toBe(200);
  expect((await send({ email, contentId: today.id })).status).toBe(200);
  const mails = await outboxOf(email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "[Test] Wake up: Today",
    "[Test] Wake up: Newest",
    "[Test] Wake up: Today",
  ]);
  expect(mails[0]?.html).toContain(`/content/${today.date}`);
  expect(await rowsOf("select * from wake_up_batches where recipients like ?", `%${email}%`)).toEqual([]);
  expect((await testMailsOf(today.date)).slice(before.length)).toEqual([
    { to: expect.stringMatching(/^[\w-]{16}$/) },
    { to: expect.stringMatching(/^[\w-]{16}$/) },
  ]);
  expect(await rowsOf("select * from audit where subject like ?1 or details like ?1", `%${email}%`)).toEqual([]);
});

test("a blank address, an unknown item, and an empty library are reported", async () => {
  expect(await errorOf(await send({ email: "  " }))).toMatchObject({ error: "Please enter an email address" });
  expect(await errorOf(await send({ email: "nobody" }))).toMatchObject({ error: "Please enter a valid email" });
  expect((await send({ email: uniqueEmail() })).status).toBe(404);
  await createItem(dayAhead(0));
  expect((await send({ email: uniqueEmail(), contentId: "2031-05-05" })).status).toBe(404);
});

test("a refusal by the provider is reported, and nothing is recorded as sent", async () => {
  const item = await createItem(dayAhead(0));
  const before = await testMailsOf(item.date);
  for (const [kind, text] of [
    ["server_error", "may or may not have been sent"],
    ["rate_limit", "busy right now"],
  ] as const) {
    const email = uniqueEmail();
    await armFault({ kind, to: email });
    const response = await send({ email });
    expect(response.status).toBe(503);
    expect(await errorOf(response)).toMatchObject({ code: "unavailable", error: expect.stringContaining(text) });
    expect(await testMailsOf(item.date)).toEqual(before);
  }
});

test("a refusal of our account pauses all sending, and nothing goes out while it's paused", async () => {
  await createItem(dayAhead(0));
  const email = uniqueEmail();
  await armFault({ kind: "unauthorized", to: email });
  expect((await send({ email })).status).toBe(503);
  expect(pauseOf(await selectPauses(db), "all")?.until).toBeGreaterThan(Date.now());
  expect(await errorOf(await send({ email }))).toMatchObject({ error: expect.stringContaining("paused until") });
  expect(await outboxOf(email)).toEqual([]);
  await resumeSending(db, Number.MAX_SAFE_INTEGER);
  await setPause(db, Date.now() - 1, "over");
  expect((await send({ email })).status).toBe(200);
  await resumeSending(db, Number.MAX_SAFE_INTEGER);
});
