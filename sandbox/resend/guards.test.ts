import { request } from "node:http";
import { Resend } from "resend";
import { expect, test } from "vitest";
import { mailTo, sandboxUnderTest } from "../sandbox-under-test.ts";

const DAY = Date.parse("2025-08-12T10:00:00Z");

test("a call without a key gets a 401, and one with another kind of key a 403", async () => {
  const { post, url } = await sandboxUnderTest();

  expect(await (await post("/emails", mailTo("a@x.test"), { authorization: "" })).json()).toMatchObject({
    statusCode: 401,
    name: "missing_api_key",
  });
  const { error } = await new Resend("sk_wrong", { baseUrl: url }).emails.send(mailTo("a@x.test"));
  expect(error).toMatchObject({ statusCode: 403, name: "invalid_api_key" });
});

test("a call without a User-Agent is rejected with a 403 that isn't JSON", async () => {
  const { url } = await sandboxUnderTest();

  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(`${url}/domains`, { headers: { authorization: "Bearer re_test" } }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    call.on("error", reject);
    call.end();
  });

  expect(answer).toEqual({ status: 403, body: "error code: 1010" });
});

test("the SDK passes on the rate limit headers, and retry-after once the limit is exceeded", async () => {
  let now = DAY;
  const { resend, count } = await sandboxUnderTest({ resendRate: 2, now: () => now });

  const first = await resend.emails.send(mailTo("a@x.test"));
  await resend.emails.send(mailTo("b@x.test"));
  const third = await resend.emails.send(mailTo("c@x.test"));

  expect(first.headers).toMatchObject({
    "ratelimit-limit": "2",
    "ratelimit-remaining": "1",
    "ratelimit-reset": "1",
  });
  expect(first.headers).not.toHaveProperty("retry-after");
  expect(third.error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" });
  expect(third.headers).toMatchObject({ "ratelimit-remaining": "0", "retry-after": "1" });

  now += 1000;
  expect((await resend.emails.send(mailTo("c@x.test"))).error).toBeNull();
  expect(await count()).toBe(3);
});

test("rejections include the rate limit headers, and a rate limit fault sets its own values", async () => {
  const { resend, arm } = await sandboxUnderTest({ resendRate: 50, now: () => DAY });
  await arm({ kind: "rate_limit", retryAfterSeconds: 9 });

  const byFault = await resend.emails.send(mailTo("a@x.test"));
  const byValidation = await resend.emails.send(mailTo("nobody"));

  expect(byFault.headers).toMatchObject({
    "ratelimit-limit": "50",
    "ratelimit-remaining": "0",
    "ratelimit-reset": "9",
  });
  expect(byValidation.headers).toMatchObject({ "ratelimit-limit": "50", "ratelimit-remaining": "48" });
});

test("an unknown path gets Resend's 404", async () => {
  const { url } = await sandboxUnderTest();

  expect(
    await (await fetch(`${url}/emails/nope/nope`, { headers: { authorization: "Bearer re_test" } })).json(),
  ).toMatchObject({
    statusCode: 404,
    name: "not_found",
  });
});
