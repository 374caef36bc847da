import { expect, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

test("a mail sent with the SDK lands in the outbox with everything it carried", async () => {
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
  ["a copy that is no address", { cc: "nobody" }, "validation_error", "Invalid `cc` field"],
  ["51 recipients", { to: Array(51).fill("a@x.test") }, "validation_error", "at most 50"],
  ["no recipient in the list", { to: [] }, "validation_error", "Invalid `to` field"],
  ["a tag with a space", { tags: [{ name: "a b", value: "c" }] }, "validation_error", "Tags should only contain ASCII"],
  ["a header that is no text", { headers: { "X-Day": 1 } }, "validation_error", "Header values must be strings."],
  ["an attachment without content", { attachments: [{ filename: "a.pdf" }] }, "invalid_attachment", "content"],
  ["a field the sandbox cannot honour", { scheduled_at: "2030-01-01T00:00:00Z" }, "validation_error", "scheduled_at"],
])("a mail with %s is refused with 422", async (_, change, name, message) => {
  const { post, count } = await sandboxUnderTest();

  const answer = await post("/emails", { ...mailTo("ada@x.test"), ...change });

  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ statusCode: 422, name, message: expect.stringContaining(message) });
  expect(await count()).toBe(0);
});

test("a body that is no JSON is refused", async () => {
  const { post } = await sandboxUnderTest();

  expect((await post("/emails", "{oops")).status).toBe(422);
});

test("with a verified domain configured, another sender's domain is refused with 403", async () => {
  const { resend, count } = await sandboxUnderTest({ resendDomain: "mail.other.test" });

  const { error } = await resend.emails.send(mailTo("ada@x.test"));

  expect(error).toMatchObject({ statusCode: 403, name: "validation_error" });
  expect(error?.message).toContain("daybolt.test domain is not verified");
  expect(await count()).toBe(0);
});
