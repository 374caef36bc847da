import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sandboxUnderTest } from "../sandbox-under-test.ts";
import { serverUnderTest } from "../server-under-test.ts";

type Taken = { url: string; body: string };

/** Plays wrangler, which delivers a posted email to the Worker. */
async function workerThatAnswers(status: number) {
  const taken: Taken[] = [];
  const url = await serverUnderTest(async (request, response) => {
    taken.push({ url: request.url ?? "", body: await text(request) });
    response.writeHead(status).end("Worker says no");
  });
  return { url, taken };
}

const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
  redirect: "manual" as const,
});

test("a message written on the page arrives as an email with an envelope, ID, and text", async () => {
  const { url: workerUrl, taken } = await workerThatAnswers(200);
  const { url } = await sandboxUnderTest({ workerUrl });
  const page = await (await fetch(`${url}/write`)).text();
  expect(page).toContain("support@daybolt.test");
  const fields = { from: "Ana <ana@x.test>", to: "support@daybolt.test", subject: "Grüße", text: "One\nTwo" };
  const answer = await fetch(`${url}/write`, form(fields));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/write?sent=1"]);
  const [mail] = taken;
  expect(mail?.url).toBe("/cdn-cgi/local/email?from=ana%40x.test&to=support%40daybolt.test");
  expect(mail?.body).toMatch(/^From: Ana <ana@x\.test>\r\n/);
  expect(mail?.body).toMatch(/\r\nMessage-ID: <[^<>@\s]+@sandbox\.test>\r\n/);
  expect(mail?.body).toContain(`Subject: =?utf-8?B?${Buffer.from("Grüße").toString("base64")}?=`);
  expect(mail?.body).toMatch(/\r\n\r\nOne\r\nTwo\r\n$/);
});

test("a rejection by the Worker is shown, and the typed text stays", async () => {
  const { url: workerUrl } = await workerThatAnswers(500);
  const { url } = await sandboxUnderTest({ workerUrl });
  const answer = await fetch(
    `${url}/write`,
    form({ from: "ana@x.test", to: "support@daybolt.test", text: "Keep <me>" }),
  );
  const page = await answer.text();
  expect(answer.status).toBe(502);
  expect(page).toContain("The Worker returned 500: Worker says no");
  expect(page).toContain("Keep &lt;me&gt;");
});

test("a line break can't smuggle in a header", async () => {
  const { url: workerUrl, taken } = await workerThatAnswers(200);
  const { url } = await sandboxUnderTest({ workerUrl });
  const answer = await fetch(`${url}/write`, form({ from: "b@x.test", to: "a@x.test", subject: "x\r\nBcc: b@x.test" }));
  expect([answer.status, taken]).toEqual([400, []]);
});
