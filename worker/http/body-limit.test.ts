import { expect, test } from "vitest";
import { request } from "#test/worker/request.ts";

test("a body larger than the API takes is refused before it is parsed", async () => {
  const response = await request("/api/auth/login", { json: { email: "a@b.co", password: "x".repeat(70_000) } });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: "too_large", error: "The request is too large." });
});
