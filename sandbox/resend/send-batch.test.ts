import { expect, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

const refusedSentence =
  "Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

test("a batch answers one id per mail, in the order of the mails", async () => {
  const { resend, outbox } = await sandboxUnderTest();

  const { data } = await resend.batch.send([mailTo("a@x.test"), mailTo("b@x.test")]);

  const newestFirst = await outbox();
  expect(data).toEqual({ data: newestFirst.toReversed().map(({ id }) => ({ id })) });
  expect(newestFirst.map(({ to }) => to)).toEqual([["b@x.test"], ["a@x.test"]]);
});

test("strict validation sends nothing when one mail is bad", async () => {
  const { resend, count } = await sandboxUnderTest();

  const { error } = await resend.batch.send([mailTo("a@x.test"), mailTo("b@rejected.test")]);

  expect(error).toEqual({ statusCode: 422, name: "validation_error", message: refusedSentence });
  expect(await count()).toBe(0);
});

test("permissive validation sends the good mails and names the bad ones by index", async () => {
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

test("permissive validation answers an empty list of errors when all is well", async () => {
  const { resend } = await sandboxUnderTest();

  const { data } = await resend.batch.send([mailTo("a@x.test")], { batchValidation: "permissive" });

  expect(data?.errors).toEqual([]);
});

test("a batch takes 100 mails and refuses 101, none and what is no list", async () => {
  const { resend, post, count } = await sandboxUnderTest();
  const mails = Array.from({ length: 100 }, (_, index) => mailTo(`m${index}@x.test`));

  expect((await resend.batch.send(mails)).error).toBeNull();
  expect((await resend.batch.send([...mails, mailTo("one-more@x.test")])).error?.statusCode).toBe(422);
  expect((await resend.batch.send([])).error?.statusCode).toBe(422);
  expect((await post("/emails/batch", mailTo("a@x.test"))).status).toBe(422);
  expect(await count()).toBe(100);
});

test("attachments go with a single mail and are refused in a batch", async () => {
  const { resend, outbox, post } = await sandboxUnderTest();
  const attachments = [{ filename: "receipt.txt", content: "cGFpZA==" }];

  expect((await resend.emails.send({ ...mailTo("a@x.test"), attachments })).error).toBeNull();
  expect((await post("/emails/batch", [{ ...mailTo("b@x.test"), attachments }])).status).toBe(422);
  expect(await outbox()).toMatchObject([{ to: ["a@x.test"], attachments: [{ filename: "receipt.txt" }] }]);
});
