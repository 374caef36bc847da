import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { uniqueAddress } from "#test/worker/factories.ts";
import { findText } from "#test/worker/find-text.ts";
import { postEvent, signed } from "#test/worker/mail-events.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../env.ts";
import { networkHash } from "../hashing.ts";
import { networkOf } from "../network.ts";

const data = { to: ["Ana@x.test"], tags: { member: "m-1", date: "2026-11-20" } };

test("what Resend signs is queued with all that is needed of it, and nothing else is", async () => {
  const { status, queued } = await postEvent({ type: "email.delivered", data, now: Date.now() - 60_000 });
  expect([status, queued]).toEqual([
    200,
    [
      {
        ...{
          id: "msg_1",
          kind: "delivered",
          at: expect.any(Number),
          emailKey: "ana@x.test",
          isLasting: false,
          reason: null,
        },
        ...{ delivery: { memberId: "m-1", date: "2026-11-20" }, gift: null, about: "wake-up" },
      },
    ],
  ]);
});

test.for([
  ["a mailbox that does not exist", "email.bounced", { bounce: { type: "Permanent" } }, true],
  ["a full mailbox", "email.bounced", { bounce: { type: "Transient" } }, false],
  ["a report as spam", "email.complained", {}, true],
  ["an address that Resend holds back", "email.suppressed", {}, true],
] as const)("%s is told apart", async ([, type, more, isLasting]) => {
  const { queued } = await postEvent({ type, data: { ...data, ...more } });
  expect(queued[0]?.isLasting).toBe(isLasting);
});

test("a mail that failed at Resend is told with its reason, and no address is to blame", async () => {
  const failed = { reason: "reached_daily_quota" };
  for (const [more, reason] of [
    [{ failed }, failed.reason],
    [{}, "No reason was told"],
    [{ failed: { reason: "x".repeat(999) } }, "x".repeat(200)],
  ] as const) {
    const { queued } = await postEvent({ type: "email.failed", data: { ...data, ...more } });
    expect(queued).toMatchObject([{ kind: "failed", isLasting: false, reason }]);
  }
});

test.for([
  { type: "email.opened", data },
  { type: "domain.updated", data: {} },
  { type: "toString", data },
  { type: "email.delivered", data: { to: [] } },
])("an event that says nothing of a mail's way, %j, is acknowledged and dropped", async (event) => {
  expect(await postEvent(event)).toEqual({ status: 200, queued: [] });
});

test.for([
  ["inbound-received-refund", "acknowledgement"],
  ["gift-reminder", "gift"],
  ["gift-receipt", null],
  ["password-reset", null],
])("a %s is of the kind %s, whose complaints may pause it", async ([kind, about]) => {
  const { queued } = await postEvent({ type: "email.complained", data: { ...data, tags: { kind } } });
  expect(queued[0]).toMatchObject({ about });
});

test("tags that are none of ours name no delivery and no gift", async () => {
  const tags = { member: "m", date: "2026-13-45", gift: "g", version: "1e9" };
  const { queued } = await postEvent({ type: "email.delivered", data: { ...data, tags } });
  expect(queued[0]).toMatchObject({ delivery: null, gift: null });
});

test("a forged, an old and an unsigned event are refused, and who sends many has to wait", async () => {
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

test("who is refused is told apart by a keyed hash, and no line has the network's address", async () => {
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

test("without a secret nothing is taken", async () => {
  const headers = signed("{}");
  const bare = { RESEND_WEBHOOK_SECRET: "" };
  const response = await requestWith(bare, "/api/resend/webhook", { method: "POST", body: "{}", headers });
  expect(response.status).toBe(503);
});
