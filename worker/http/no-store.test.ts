import { expect, test } from "vitest";
import { request } from "#test/worker/request.ts";

test("no cache keeps an answer of the API, whether it went well or not", async () => {
  for (const path of ["/api/nothing", "/api/auth/verify", "/api/content/all"]) {
    expect((await request(path)).headers.get("cache-control"), path).toBe("no-store");
  }
  expect((await request("/api/content/all", { admin: true })).headers.get("cache-control")).toBe("no-store");
});
