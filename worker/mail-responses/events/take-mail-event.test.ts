import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { uniqueAddress } from "#test/worker/factories.ts";
import { findText } from "#test/worker/find-text.ts";
import { postEvent, SANDBOX_EVENTS, signed } from "#test/worker/mail-events.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { networkHash } from "../../kernel/hashing.ts";
import { networkOf } from "../../kernel/network.ts";

const data = { to: ["Ana@x.test"], tags: { member: "m-1", date: "2026-11-20" } };

test("an event signed by Resend is queued with exactly the needed fields", async () => {
  const { status, queued } = await postEvent({ type: "email.delivered", data, now: Date.now() - 60_000 });
  expect([status, queued]).toEqual([
    200,
    [
      {
        id: "msg_1",
        kind: "delivered",
        at: expect.any(Number),
        emailKey: "ana@x.test",
        isLasting: false,
        isFull: false,
        reason: null,
        delivery: { memberId: "m-1", date: "2026-11-20" },
        gift: null,
        about: "wake-up",
      },
    ],
  ]);
});

test("an email's events share one of four queues, in order, and emails spread over all four", async () => {
  const used: (number | undefined)[][] = [];
  for (let email = 0; email < 20; email += 1) {
    const queues = await Promise.all(
      ["email.delivered", "email.complained"].map(async (type) => {
        const { queue } = await postEvent({ type, data: { ...data, email_id: `email-${email}` } });
        return queue;
      }),
    );
    used.push(queues);
    expect(new Set(queues).size).toBe(1);
  }
  expect(new Set(used.flat())).toEqual(new Set([0, 1, 2, 3]));
});

test.for([
  ["a mailbox that does not exist", "email.bounced", { bounce: { type: "Permanent" } }, true],
  ["a full mailbox", "email.bounced", { bounce: { type: "Transient" } }, false],
  ["a report as spam", "email.complained", {}, true],
  ["an address that Resend holds back", "email.suppressed", {}, true],
] as const)("%s is classified as lasting or temporary", async ([, type, more, isLasting]) => {
  const { queued } = await postEvent({ type, data: { ...data, ...more } });
  expect(queued[0]?.isLasting).toBe(isLasting);
});

test("an email that failed at Resend is queued with its reason, without blaming the address", async () => {
  const failed = { reason: "reached_daily_quota" };
  for (const [more, reason] of [
    [{ failed }, failed.reason],
    [{}, "No reason given"],
    [{ failed: { reason: "x".repeat(999) } }, "x".repeat(200)],
  ] as const) {
    const { queued } = await postEvent({ type: "email.failed", data: { ...data, ...more } });
    expect(queued).toMatchObject([{ kind: "failed", isLasting: false, reason }]);
  }
});

test.each(SANDBOX_EVENTS)("the sandbox's $type event is understood", async (event) => {
  const { queued } = await postEvent(event);
  const isLasting = ["email.bounced", "email.complained", "email.suppressed"].includes(event.type);
  expect(queued).toMatchObject([{ emailKey: "ana@x.test", isLasting, delivery: { memberId: "m-1" } }]);
});

const OURS = { member: "m-1", date: "2026-11-20" };

test.for([
  ["tags as a list", { tags: Object.entries(OURS).map(([name, value]) => ({ name, value })) }],
  ["a tag beside ours that isn't text", { tags: { ...OURS, campaign: null, nested: { a: 1 } } }],
  ["one address outside a list", { to: "Ana@x.test" }],
  [
    "parts of other kinds",
    { failed: null, bounce: { type: "Permanent", subType: null, diagnosticCode: ["550"] }, more: [] },
  ],
] as const)("a bounce with %s isn't lost", async ([, more]) => {
  const { queued } = await postEvent({
    type: "email.bounced",
    data: { ...data, bounce: { type: "Permanent" }, ...more },
  });
  expect(queued).toMatchObject([
    { kind: "bounced", emailKey: "ana@x.test", isLasting: true, delivery: { memberId: "m-1", date: "2026-11-20" } },
  ]);
});

test.for([
  { tags: undefined },
  { tags: null },
  { tags: "member" },
  { tags: [1] },
  { bounce: null },
  { bounce: "Permanent" },
])("a bounce with %j is queued with the fields that are known", async (more) => {
  const { queued } = await postEvent({
    type: "email.bounced",
    data: { ...data, bounce: { type: "Permanent" }, ...more },
  });
  const [event, ...others] = queued;
  expect(others).toEqual([]);
  expect(event).toMatchObject({ kind: "bounced", emailKey: "ana@x.test", isLasting: !("bounce" in more) });
  expect(event?.delivery === null).toBe("tags" in more);
});

test.for([
  ["2026-11-20 06:00:00.123+00", "2026-11-20T06:00:00.123Z"],
  ["2026-11-20 06:00:00.123456+00:00", "2026-11-20T06:00:00.123Z"],
  ["2026-11-20T06:00:00-0600", "2026-11-20T12:00:00.000Z"],
  ["2026-11-20 06:00:00", "2026-11-20T06:00:00.000Z"],
])("an event dated %s gets that time", async ([createdAt, at]) => {
  const { queued } = await postEvent({ type: "email.bounced", data, createdAt });
  expect(new Date(queued[0]?.at ?? 0).toISOString()).toBe(at);
});

test.for([null, "yesterday", 5, "2026-13-45 99:00:00"])(
  "an event dated %j gets its arrival time",
  async (createdAt) => {
    const before = Date.now();
    const { queued } = await postEvent({ type: "email.bounced", data, createdAt });
    expect(queued[0]?.at).toBeGreaterThanOrEqual(before);
    expect(queued[0]?.at).toBeLessThanOrEqual(Date.now());
  },
);

test("dropped events are logged, without an address", async () => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await postEvent({ type: "email.bounced", data: { to: [], subject: "ana@x.test" } });
  await postEvent({ type: "email.opened", data });
  const lines = written.mock.calls.map(String).filter((line) => line.includes("mail_event_dropped"));
  written.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: "msg_1", type: "email.bounced" },
    { id: "msg_1", type: "email.opened" },
  ]);
  expect(lines.join()).not.toContain("ana@x.test");
});

test.for([
  { type: "email.opened", data },
  { type: "domain.updated", data: {} },
  { type: "toString", data },
  { type: "email.delivered", data: { to: [] } },
])("an event that says nothing about an email's delivery, %j, is acknowledged and dropped", async (event) => {
  expect(await postEvent(event)).toEqual({ status: 200, queued: [] });
});

test.for([
  ["inbound-received-refund", "acknowledgement"],
  ["gift-reminder", "gift"],
  ["gift-receipt", null],
  ["password-reset", null],
])("complaints about %s emails count toward pausing this kind: %s", async ([kind, about]) => {
  const { queued } = await postEvent({ type: "email.complained", data: { ...data, tags: { kind } } });
  expect(queued[0]).toMatchObject({ about });
});

test("an event whose tags aren't ours is linked to no delivery or gift", async () => {
  const tags = { member: "m", date: "2026-13-45", gift: "g", version: "1e9" };
  const { queued } = await postEvent({ type: "email.delivered", data: { ...data, tags } });
  expect(queued[0]).toMatchObject({ delivery: null, gift: null });
});

test("forged, old, and unsigned events are refused, and a network that sends many is rate-limited", async () => {
  expect(await postEvent({ type: "email.bounced", data, forged: true })).toEqual({ status: 400, queued: [] });
  expect(await postEvent({ type: "email.bounced", data, now: Date.now() - 10 * 60_000 })).toMatchObject({
    status: 400,
  });
  expect((await request("/api/resend/webhook", { method: "POST", body: "{}" })).status).toBe(400);
  const address = uniqueAddress();
  const headers = signed("other");
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1)
    statuses.push((await request("/api/resend/webhook", { method: "POST", body: "{}", headers, address })).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
});

test("refused senders are logged by a keyed hash, never by network address", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const address = uniqueAddress();
  await request("/api/resend/webhook", { method: "POST", body: "{}", headers: signed("other"), address });
  const network = networkOf(address);
  const lines = written.mock.calls.map(String);
  written.mockRestore();
  expect(lines.filter((line) => line.includes(networkHash(readConfig(env), network)))).toHaveLength(1);
  const start = network.replace(/::$/, "");
  expect(lines.filter((line) => line.includes(start))).toEqual([]);
  expect(await findText(start)).toEqual([]);
});

test("without a secret, no event is accepted", async () => {
  const headers = signed("{}");
  const bare = { RESEND_WEBHOOK_SECRET: "" };
  const response = await requestWith(bare, "/api/resend/webhook", { method: "POST", body: "{}", headers });
  expect(response.status).toBe(503);
});
