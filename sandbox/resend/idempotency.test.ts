import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { heldSends, mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

test("the same key and payload get the first response again and send nothing more", async () => {
  const { resend, count } = await sandboxUnderTest();
  const send = () =>
    resend.batch.send([mailTo("a@x.test"), mailTo("b@rejected.test")], {
      idempotencyKey: "batch-1",
      batchValidation: "permissive",
    });

  const first = await send();
  const second = await send();

  expect(first.error).toBeNull();
  expect(second.data).toEqual(first.data);
  expect(await count()).toBe(1);
});

test("the same key with another payload returns 409 and keeps the first response", async () => {
  const { resend, count } = await sandboxUnderTest();
  const options = { idempotencyKey: "batch-1" };
  const first = await resend.emails.send(mailTo("a@x.test"), options);

  const other = await resend.emails.send(mailTo("b@x.test"), options);

  expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
  expect((await resend.emails.send(mailTo("a@x.test"), options)).data).toEqual(first.data);
  expect(await count()).toBe(1);
});

test("the same key while the first call is in flight returns 409", async () => {
  const { wait, started } = heldSends();
  const { resend, arm, count } = await sandboxUnderTest({ wait });
  await arm({ kind: "delay", delayMs: 60_000 });
  const options = { idempotencyKey: "batch-1" };

  void resend.emails.send(mailTo("a@x.test"), options);
  await started;
  const second = await resend.emails.send(mailTo("a@x.test"), options);

  expect(second.error).toMatchObject({ statusCode: 409, name: "concurrent_idempotent_requests" });
  expect(await count()).toBe(0);
});

test("a key belongs to one endpoint", async () => {
  const { resend, count } = await sandboxUnderTest();

  await resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "shared" });
  const batch = await resend.batch.send([mailTo("a@x.test")], { idempotencyKey: "shared" });

  expect(batch.error).toBeNull();
  expect(await count()).toBe(2);
});

test("a key protects for 24 hours and not a moment longer", async () => {
  let now = Date.parse("2025-08-12T10:00:00Z");
  const { resend, count } = await sandboxUnderTest({ now: () => now });
  const send = () => resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "daily" });
  const first = await send();

  now += DAY_MS - 1;
  expect((await send()).data).toEqual(first.data);
  expect(await count()).toBe(1);

  now += 1;
  expect((await send()).data).not.toEqual(first.data);
  expect(await count()).toBe(2);
});

test("a rejected call doesn't use up its key", async () => {
  const { resend, count } = await sandboxUnderTest();
  const options = { idempotencyKey: "batch-1" };

  expect((await resend.emails.send(mailTo("nobody"), options)).error?.statusCode).toBe(422);

  expect((await resend.emails.send(mailTo("a@x.test"), options)).error).toBeNull();
  expect(await count()).toBe(1);
});

test("a key of 256 characters is accepted, and a longer one is rejected with 400", async () => {
  const { resend } = await sandboxUnderTest();

  expect((await resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "k".repeat(256) })).error).toBeNull();
  expect((await resend.emails.send(mailTo("a@x.test"), { idempotencyKey: "k".repeat(257) })).error).toMatchObject({
    statusCode: 400,
    name: "invalid_idempotency_key",
  });
});
