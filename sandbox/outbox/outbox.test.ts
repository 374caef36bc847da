import { expect, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

test("the recipient filter matches exactly, ignores case, and covers display names", async () => {
  const { resend, url, outbox, count } = await sandboxUnderTest();
  await resend.emails.send(mailTo("Ada <ada@x.test>"));
  await resend.emails.send(mailTo("ADA@x.test"));
  await resend.emails.send(mailTo("not-ada@x.test"));

  expect((await outbox("Ada@X.test")).map(({ to }) => to)).toEqual([["ADA@x.test"], ["Ada <ada@x.test>"]]);
  expect(await (await fetch(`${url}/outbox?to=ada@x.test&limit=1`)).json()).toMatchObject([{ to: ["ADA@x.test"] }]);
  expect(await count("ada@x.test")).toBe(2);
  expect(await count("nobody@x.test")).toBe(0);
  expect(await count()).toBe(3);
});

test("an email to one address in two forms counts once", async () => {
  const { resend, count } = await sandboxUnderTest();
  await resend.emails.send({ ...mailTo("ada@x.test"), to: ["ada@x.test", "Ada <ada@x.test>"] });

  expect(await count("ada@x.test")).toBe(1);
});

test.each([
  ["/outbox?too=ada@x.test", "too"],
  ["/outbox?to=ada", "`to` must be an email address"],
  ["/outbox?to=ada+1@x.test", "%2B"],
  ["/outbox?limit=none", "limit"],
  ["/outbox/count?limit=1", "limit"],
])("%s is rejected with a message instead of returning everyone's emails", async (path, word) => {
  const { url } = await sandboxUnderTest();

  const answer = await fetch(url + path);

  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ error: expect.stringContaining(word) });
});

test("only the newest emails keep their bodies; the rest keep recipient, key, subject, and hash", async () => {
  const { resend, outbox, url } = await sandboxUnderTest({ bodiesKept: 2 });
  await resend.emails.send(mailTo("old@x.test", { subject: "Old" }), { idempotencyKey: "old-key" });
  const [before] = await outbox();
  await resend.batch.send([mailTo("b@x.test"), mailTo("c@x.test")]);

  const [newest, , oldest] = await outbox();

  expect(newest).toMatchObject({ bodyKept: true, html: "<p>Rise.</p>" });
  expect(oldest).toMatchObject({
    id: before?.id,
    to: ["old@x.test"],
    subject: "Old",
    idempotencyKey: "old-key",
    payloadSha256: before?.payloadSha256,
    bodyKept: false,
    html: null,
    text: null,
    from: null,
  });
  expect((await fetch(`${url}/outbox/${oldest?.id}/html`)).status).toBe(404);
});

test("the payload hash is equal for equal emails and different for different ones", async () => {
  const { resend, outbox } = await sandboxUnderTest();
  await resend.batch.send([mailTo("a@x.test"), mailTo("a@x.test"), mailTo("a@x.test", { subject: "Other" })]);

  const [other, second, first] = (await outbox()).map(({ payloadSha256 }) => payloadSha256);

  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test("an email can be read by its ID, and the outbox can be emptied", async () => {
  const { url, resend, count } = await sandboxUnderTest();
  const { data } = await resend.emails.send(mailTo("a@x.test"));

  expect(await (await fetch(`${url}/outbox/${data?.id}`)).json()).toMatchObject({ id: data?.id, to: ["a@x.test"] });
  expect((await fetch(`${url}/outbox/nope`)).status).toBe(404);
  await fetch(`${url}/outbox`, { method: "DELETE" });
  expect(await count()).toBe(0);
  expect((await fetch(`${url}/outbox/${data?.id}`)).status).toBe(404);
});

test("an email's HTML is served sandboxed, with its links opening in a new tab", async () => {
  const { url, resend } = await sandboxUnderTest();
  const html = "<!doctype html><html><head><title>x</title></head><body><a href='https://x.test'>x</a></body></html>";
  const { data } = await resend.emails.send(mailTo("a@x.test", { html }));

  const answer = await fetch(`${url}/outbox/${data?.id}/html`);

  expect(answer.headers.get("content-security-policy")).toContain(
    "sandbox allow-popups allow-popups-to-escape-sandbox;",
  );
  expect(await answer.text()).toBe(html.replace("<head>", '<head><base target="_blank">'));
});
