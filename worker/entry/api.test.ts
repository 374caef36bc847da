import { expect, test } from "vitest";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { createMember, endSessions, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
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

const administrators = routes.filter(({ audience }) => audience.includes("admin"));
/** Ten routes each, the last of them with some of the first. */
const tens = Array.from({ length: Math.ceil(administrators.length / 10) }, (_, nth) => {
  const ten = [...administrators, ...administrators].slice(nth * 10, nth * 10 + 10);
  return { first: ten[0]?.route, last: ten.at(-1)?.route, ten };
});

test.for(tens)(
  "one wrong password at each of the ten routes from $first to $last blocks the right one at all",
  async ({ ten }) => {
    const address = uniqueAddress();
    const ask = ({ method, path }: (typeof ten)[number], admin: RequestOptions) =>
      request(path, { method, address, ...(method === "GET" ? {} : { json: {} }), ...admin });
    for (const [nth, route] of ten.entries()) {
      const wrong = await ask(route, { headers: { "x-admin-password": `wrong ${nth}` } });
      expect([route.route, wrong.status]).toEqual([route.route, 401]);
    }
    for (const route of ten)
      expect([route.route, (await ask(route, { admin: true })).status]).toEqual([route.route, 429]);
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
