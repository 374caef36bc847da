import { expect, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

test("an email sent with the SDK lands in the outbox with everything it carried", async () => {
  const { resend, outbox } = await sandboxUnderTest({ now: () => Date.parse("2025-08-12T10:00:00Z") });

  const { data, error } = await resend.emails.send(
    {
      ...mailTo("Ada <Ada@Example.com>"),
      replyTo: "support@daybolt.test",
      headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      tags: [{ name: "member", value: "m_1" }],
    },
    { idempotencyKey: "welcome/1" },
  );

  expect(error).toBeNull();
  expect(await outbox()).toMatchObject([
    {
      id: data?.id,
      to: ["Ada <Ada@Example.com>"],
      from: "Daybolt <wake-up@daybolt.test>",
      subject: "Your session is ready",
      html: "<p>Rise.</p>",
      text: "Rise.",
      replyTo: ["support@daybolt.test"],
      headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      tags: [{ name: "member", value: "m_1" }],
      acceptedAt: "2025-08-12T10:00:00.000Z",
      idempotencyKey: "welcome/1",
    },
  ]);
});

test.each([
  ["no recipient", { to: undefined }, "missing_required_field", "Missing `to` field."],
  ["no body", { html: undefined, text: undefined }, "validation_error", "Missing `html` or `text` field."],
  ["no subject", { subject: "" }, "missing_required_field", "Missing `subject` field."],
  ["no sender", { from: undefined }, "missing_required_field", "Missing `from` field."],
  ["a recipient that is no address", { to: ["nobody"] }, "validation_error", "Invalid `to` field"],
  ["an address refused on purpose", { to: ["x@rejected.test"] }, "validation_error", "Invalid `to` field"],
  ["51 recipients", { to: Array(51).fill("a@x.test") }, "validation_error", "at most 50"],
  ["no recipient in the list", { to: [] }, "validation_error", "Invalid `to` field"],
  ["a tag with a space", { tags: [{ name: "a b", value: "c" }] }, "validation_error", "Tags should only contain ASCII"],
  ["a header that is no text", { headers: { "X-Day": 1 } }, "validation_error", "Header values must be strings."],
  ["a copy", { cc: ["eve@x.test"] }, "validation_error", '"cc"'],
  ["a field the sandbox cannot honour", { scheduled_at: "2030-01-01T00:00:00Z" }, "validation_error", "scheduled_at"],
])("an email with %s is rejected with 422", async (_, change, name, message) => {
  const { post, count } = await sandboxUnderTest();

  const answer = await post("/emails", { ...mailTo("ada@x.test"), ...change });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ statusCode: 422, name, message: expect.stringContaining(message) });
  expect(await count()).toBe(0);
});

test("a body that isn't JSON is rejected", async () => {
  const { post } = await sandboxUnderTest();

  expect((await post("/emails", "{oops")).status).toBe(422);
});

test("with a verified domain configured, any other sender domain is rejected with 403", async () => {
  const { resend, count } = await sandboxUnderTest({ resendDomain: "mail.other.test" });

  const { error } = await resend.emails.send(mailTo("ada@x.test"));

  expect(error).toMatchObject({ statusCode: 403, name: "validation_error" });
  expect(error?.message).toContain("daybolt.test domain is not verified");
  expect(await count()).toBe(0);
});

const refusedSentence =
  "Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

test("a batch returns one ID per email, in the order of the emails", async () => {
  const { resend, outbox } = await sandboxUnderTest();

  const { data } = await resend.batch.send([mailTo("a@x.test"), mailTo("b@x.test")]);

  const newestFirst = await outbox();
  expect(data).toEqual({ data: newestFirst.toReversed().map(({ id }) => ({ id })) });
  expect(newestFirst.map(({ to }) => to)).toEqual([["b@x.test"], ["a@x.test"]]);
});

test("strict validation sends nothing if one email is bad", async () => {
  const { resend, count } = await sandboxUnderTest();

  const { error } = await resend.batch.send([mailTo("a@x.test"), mailTo("b@rejected.test")]);

  expect(error).toEqual({ statusCode: 422, name: "validation_error", message: refusedSentence });
  expect(await count()).toBe(0);
});

test("permissive validation sends the good emails and names the bad ones by index", async () => {
  const { resend, outbox } = await sandboxUnderTest();

  const { data } = await resend.batch.send(
    [mailTo("a@x.test"), mailTo("b@rejected.test"), mailTo("c@x.test"), mailTo("d@x.test", { subject: "" })],
    { batchValidation: "permissive" },
  );

  expect(data?.data).toHaveLength(2);
  expect(data?.errors).toEqual([
    { index: 1, message: refusedSentence },
    { index: 3, message: "Missing `subject` field." },
  ]);
  expect((await outbox()).map(({ to }) => to)).toEqual([["c@x.test"], ["a@x.test"]]);
});

test("permissive validation returns an empty error list when every email is valid", async () => {
  const { resend } = await sandboxUnderTest();

  const { data } = await resend.batch.send([mailTo("a@x.test")], { batchValidation: "permissive" });

  expect(data?.errors).toEqual([]);
});

test("a batch accepts 100 emails and rejects 101, none, or a body that isn't a list", async () => {
  const { resend, post, count } = await sandboxUnderTest();
  const mails = Array.from({ length: 100 }, (_, index) => mailTo(`m${index}@x.test`));

  expect((await resend.batch.send(mails)).error).toBeNull();
  expect((await resend.batch.send([...mails, mailTo("one-more@x.test")])).error?.statusCode).toBe(422);
  expect((await resend.batch.send([])).error?.statusCode).toBe(422);
  expect((await post("/emails/batch", mailTo("a@x.test"))).status).toBe(422);
  expect(await count()).toBe(100);
});
