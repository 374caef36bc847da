import { expect, test } from "vitest";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { createMember, endSessions, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";

const routes = Object.entries(AUDIENCES).map(([route, audience]) => {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(id|date)/, "2025-08-12");
  return { route, audience, method, path };
});

test.for(routes.filter(({ audience, method }) => audience.includes("member") && method !== "GET"))(
  "$route with an ended session reads the session and nothing else",
  async ({ method, path }) => {
    const member = await createMember();
    const token = await tokenFor(member);
    await endSessions(member);
    let calls = 0;
    const DB = wrappedD1((run) => {
      calls += 1;
      return run();
    });
    const response = await requestWith({ DB }, path, {
      method,
      token,
      json: { audioProgress: 50, emailTime: "07:00" },
    });
    expect([response.status, calls]).toEqual([401, 1]);
  },
);

test.for(routes.filter(({ audience }) => audience.includes("admin")))(
  "$route refuses even the right password after ten wrong ones",
  async ({ method, path }) => {
    const options = { method, address: uniqueAddress(), ...(method === "GET" ? {} : { json: {} }) };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const wrong = await request(path, { ...options, headers: { "x-admin-password": `wrong ${attempt}` } });
      expect(wrong.status).toBe(401);
    }
    expect((await request(path, { ...options, admin: true })).status).toBe(429);
  },
);

test("an unknown path under /api returns a 404 in the standard error format", async () => {
  const response = await request("/api/nothing");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "Not found", code: "not_found", requestId: expect.any(String) });
});

test("without the password, an unknown path under /api/admin looks like a known one", async () => {
  expect((await request("/api/admin/nothing", { address: uniqueAddress() })).status).toBe(401);
  expect((await request("/api/admin/nothing", { admin: true })).status).toBe(404);
});
