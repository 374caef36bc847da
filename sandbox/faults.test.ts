import { expect, test } from "vitest";
import { heldSends, mailTo, sandboxUnderTest } from "./sandbox-under-test.ts";

test.each([
  [{ kind: "rate_limit" }, 429, "rate_limit_exceeded", "1"],
  [{ kind: "rate_limit", retryAfterSeconds: 7 }, 429, "rate_limit_exceeded", "7"],
  [{ kind: "daily_quota" }, 429, "daily_quota_exceeded", undefined],
  [{ kind: "monthly_quota", retryAfterSeconds: 60 }, 429, "monthly_quota_exceeded", "60"],
  [{ kind: "server_error" }, 500, "internal_server_error", undefined],
  [{ kind: "server_error", status: 503 }, 503, "application_error", undefined],
  [{ kind: "unauthorized" }, 401, "validation_error", undefined],
  [{ kind: "unauthorized", status: 400 }, 400, "validation_error", undefined],
] as const)(
  "fault %o rejects the next send, accepts no email, and is then used up",
  async (fault, statusCode, name, retryAfter) => {
    const { resend, arm, count, faults } = await sandboxUnderTest();
    await arm(fault);
    const send = () => resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "k" });

    const refused = await send();

    expect(refused.error).toMatchObject({ statusCode, name });
    expect(refused.headers?.["retry-after"]).toBe(retryAfter);
    expect(await count()).toBe(0);
    expect(await faults()).toEqual([]);
    expect((await send()).error).toBeNull();
  },
);

test("a response dropped after acceptance looks like a network error, and a keyed retry sends nothing more", async () => {
  const { resend, arm, count, outbox } = await sandboxUnderTest();
  await arm({ kind: "drop_after_accept" });
  const send = () => resend.batch.send([mailTo("a@x.test"), mailTo("b@x.test")], { idempotencyKey: "batch-1" });

  const dropped = await send();
  expect(dropped).toMatchObject({ data: null, error: { name: "application_error", statusCode: null }, headers: null });
  expect(await count()).toBe(2);

  const retried = await send();
  expect(retried.data?.data).toEqual((await outbox()).toReversed().map(({ id }) => ({ id })));
  expect(await count()).toBe(2);
});

test("the response to a retry can be dropped too", async () => {
  const { resend, arm, count } = await sandboxUnderTest();
  await arm({ kind: "drop_after_accept", times: 2 });
  const send = () => resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "k" });

  expect((await send()).error?.name).toBe("application_error");
  expect((await send()).error?.name).toBe("application_error");
  expect((await send()).error).toBeNull();
  expect(await count()).toBe(1);
});

test("a cut connection looks like a network error, and no email is accepted", async () => {
  const { resend, arm, count } = await sandboxUnderTest();
  await arm({ kind: "cut" });
  const send = () => resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "k" });

  expect((await send()).error).toMatchObject({ name: "application_error", statusCode: null });
  expect(await count()).toBe(0);
  expect((await send()).error).toBeNull();
  expect(await count()).toBe(1);
});

test("a delayed send is accepted even if the caller gave up waiting", async () => {
  const { wait, started, release } = heldSends();
  const { resend, arm, count } = await sandboxUnderTest({ wait });
  await arm({ kind: "delay", delayMs: 10_000 });
  const patience = new AbortController();

  const send = resend.emails.send(mailTo("a@x.test"), { signal: patience.signal });
  await started;
  patience.abort();

  expect((await send).error).toMatchObject({ name: "application_error", statusCode: null });
  expect(await count()).toBe(0);
  release();
  await expect.poll(() => count()).toBe(1);
});

test("a fault affects only sends to its own recipients, whatever other sends come between", async () => {
  const { resend, arm, faults } = await sandboxUnderTest();
  await arm({ kind: "server_error", to: "@mine.test", times: 2 });
  await arm({ kind: "rate_limit", to: "Ada@other.test" });
  const statusOf = async (...to: string[]) => (await resend.batch.send(to.map((one) => mailTo(one)))).error?.statusCode;

  expect(await statusOf("a@x.test")).toBeUndefined();
  expect(await statusOf("a@notmine.test", "b@x.mine.test")).toBeUndefined();
  expect(await statusOf("bob@other.test")).toBeUndefined();
  expect(await statusOf("a@x.test", "B <b@mine.test>")).toBe(500);
  expect(await statusOf("ada@other.test")).toBe(429);
  expect(await faults()).toMatchObject([{ kind: "server_error", to: "@mine.test", remaining: 1 }]);
});

test("faults can be removed one at a time or all together", async () => {
  const { url, resend, arm, faults } = await sandboxUnderTest();
  await arm({ kind: "cut", to: "a@x.test" });
  await arm({ kind: "cut", to: "b@x.test" });
  const [first] = await faults();

  await fetch(`${url}/faults/${first?.id}`, { method: "DELETE" });
  expect((await resend.emails.send(mailTo("a@x.test"))).error).toBeNull();
  expect(await faults()).toHaveLength(1);
  await fetch(`${url}/faults`, { method: "DELETE" });
  expect((await resend.emails.send(mailTo("b@x.test"))).error).toBeNull();
});

test.each([
  ["an unknown kind", '{"kind":"earthquake"}', "server_error"],
  ["no kind", "{}", "server_error"],
  ["another kind's setting", '{"kind":"cut","delayMs":5}', "delayMs"],
  ["a recipient that is neither address nor suffix", '{"kind":"cut","to":"ada"}', "suffix that begins with @"],
  ["no times", '{"kind":"cut","times":0}', "times"],
  ["a status that is no error", '{"kind":"server_error","status":200}', "status"],
  ["a body that is no JSON", "{oops", "JSON"],
])("a fault with %s is rejected with a message and isn't armed", async (_, body, word) => {
  const { url, faults } = await sandboxUnderTest();

  const answer = await fetch(`${url}/faults`, { method: "POST", body });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ error: expect.stringContaining(word) });
  expect(await faults()).toEqual([]);
});
