import { expect, test } from "vitest";
import { type ErrorBody, errorBody } from "#domain/contract/errors.ts";
import { createMember, endSessions, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { api } from "./api.ts";

type Audience = "public" | "member" | "admin" | "member or admin" | "media pass" | "public medium";

/** Who may call what. A route that is not listed here fails the first test, so none is added without an answer to that. */
const AUDIENCES: Record<string, Audience> = {
  "POST /api/auth/login": "public",
  "POST /api/auth/request-password-reset": "public",
  "POST /api/auth/setup-password": "public",
  "POST /api/auth/exchange": "public",
  "POST /api/auth/quick-login": "public",
  "POST /api/auth/confirm-address": "public",
  "POST /api/auth/logout": "public",
  "GET /api/auth/verify": "member",
  "GET /api/user/profile": "member",
  "PUT /api/user/profile": "member",
  "GET /api/user/engagement": "member",
  "GET /api/user/streak": "member",
  "GET /api/user/activity": "member",
  "GET /api/user/mornings": "member",
  "GET /api/user/live-event": "member",
  "POST /api/user/change-password": "member",
  "POST /api/user/test-mail": "member",
  "GET /api/content": "member",
  "GET /api/content/months": "member",
  "GET /api/content/search": "member",
  "GET /api/content/all": "admin",
  "GET /api/content/calendar": "admin",
  "GET /api/content/runway": "admin",
  "GET /api/content/deleted": "admin",
  "GET /api/content/date/:date": "admin",
  "GET /api/content/:id": "member or admin",
  "POST /api/content": "admin",
  "PUT /api/content/:id": "admin",
  "DELETE /api/content/:id": "admin",
  "POST /api/content/:id/restore": "admin",
  "POST /api/content/:id/duplicate": "admin",
  "GET /api/content/:id/revisions": "admin",
  "POST /api/content/:id/revisions/:version/restore": "admin",
  "GET /api/content/:id/preflight": "admin",
  "GET /api/progress/:id": "member",
  "POST /api/progress/:id": "member",
  "POST /api/progress/:id/start-over": "member",
  "POST /api/progress/:id/not-done": "member",
  "POST /api/admin/verify": "admin",
  "POST /api/admin/logout": "admin",
  "GET /api/admin/stats": "admin",
  "GET /api/admin/audit": "admin",
  "GET /api/admin/mail-domain": "admin",
  "GET /api/admin/media": "admin",
  "GET /api/admin/inbound": "admin",
  "GET /api/admin/inbound/:id/file": "admin",
  "POST /api/admin/inbound/:id/answered": "admin",
  "POST /api/admin/email-preview": "admin",
  "POST /api/admin/test-email": "admin",
  "GET /api/admin/overview": "admin",
  "GET /api/admin/delivery": "admin",
  "POST /api/admin/delivery/try": "admin",
  "POST /api/admin/batches/:id/send-again": "admin",
  "POST /api/admin/slots/:slotAt/send-again": "admin",
  "POST /api/admin/create-trial": "admin",
  "GET /api/admin/trial-users": "admin",
  "DELETE /api/admin/trial-users/:id": "admin",
  "POST /api/admin/trial-users/:id/invite": "admin",
  "PUT /api/admin/trial-users/:id/end": "admin",
  "GET /api/admin/members": "admin",
  "GET /api/admin/members/export": "admin",
  "GET /api/admin/members/:id": "admin",
  "PUT /api/admin/members/:id/labels": "admin",
  "POST /api/admin/members/:id/notes": "admin",
  "DELETE /api/admin/members/:id/notes/:noteId": "admin",
  "POST /api/admin/members/:id/password-mail": "admin",
  "POST /api/admin/members/:id/sign-out": "admin",
  "POST /api/admin/members/:id/address": "admin",
  "POST /api/admin/members/:id/resend": "admin",
  "POST /api/admin/members/:id/grants": "admin",
  "POST /api/admin/members/:id/grants/:grantId/end": "admin",
  "POST /api/admin/wake-up": "admin",
  "POST /api/admin/uploads": "admin",
  "GET /api/admin/uploads/:id": "admin",
  "PATCH /api/admin/uploads/:id": "admin",
  "DELETE /api/admin/uploads/:id": "admin",
  "POST /api/admin/uploads/:id/complete": "admin",
  "GET /api/admin/live-events": "admin",
  "GET /api/admin/settings/empty-mornings": "admin",
  "PUT /api/admin/settings/empty-mornings": "admin",
  "GET /api/admin/settings/empty-mornings/choices": "admin",
  "POST /api/admin/live-events": "admin",
  "PUT /api/admin/live-events/:id": "admin",
  "DELETE /api/admin/live-events/:id": "admin",
  "GET /api/live-events/:id/calendar": "public",
  "GET /api/gifts/offer": "public",
  "GET /api/gifts/order": "public",
  "POST /api/gifts/order/address": "public",
  "GET /api/gifts/redeem": "public",
  "POST /api/gifts/redeem": "public",
  "POST /api/gifts": "public",
  "POST /api/gifts/:id/capture": "public",
  "GET /api/admin/gifts": "admin",
  "POST /api/admin/gifts/:id/refund": "admin",
  "GET /api/checkout": "public",
  "POST /api/checkout": "public",
  "POST /api/checkout/:id/confirm": "public",
  "GET /api/user/subscription": "member",
  "POST /api/user/subscription/cancel": "member",
  "POST /api/paypal/webhook": "public",
  "POST /api/resend/webhook": "public",
  "POST /api/user/ask-for-mails": "member",
  "POST /api/admin/members/:id/lift-suppression": "admin",
  "POST /api/paypal/events/:id/replay": "admin",
  "GET /api/paypal/subscriptions": "admin",
  "POST /api/paypal/subscriptions/:id/cancel": "admin",
  "GET /api/admin/members/:id/payments": "admin",
  "POST /api/admin/members/:id/subscriptions/:sid/heal": "admin",
  "POST /api/admin/payments/:id/refund": "admin",
  "POST /api/unsubscribe": "public",
  "POST /api/by-mail/open": "public",
  "POST /api/by-mail/progress": "public",
  "POST /api/by-mail/pause": "public",
  "POST /api/by-mail/hour": "public",
  "POST /api/by-mail/undo": "public",
  "POST /api/unsubscribe/undo": "public",
  "GET /audio/:filename": "media pass",
  "GET /video/:filename": "media pass",
  "GET /media/:filename": "public medium",
  "POST /unsubscribe": "public",
};

const routes = Object.entries(AUDIENCES).map(([route, audience]) => {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(id|date)/, "2025-08-12").replace(":filename", "nothing.mp3");
  return { route, audience, method, path };
});

type Credentials = { token?: string; admin?: boolean; headers?: Record<string, string> };

/** Calls a route with an empty body: whoever is let in gets no further than validation or 404. */
function call({ method, path }: { method: string; path: string }, credentials: Credentials = {}): Promise<Response> {
  const body = method === "GET" ? {} : { json: {} };
  return request(path, { method, address: uniqueAddress(), ...body, ...credentials });
}

test("every route of the Worker has a known audience", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(registered)].sort()).toEqual(Object.keys(AUDIENCES).sort());
});

test.for(routes.filter(({ audience }) => !audience.startsWith("public")))("$route refuses a visitor", async (route) => {
  const response = await call(route);
  expect(response.status).toBe(401);
  expect(errorBody.parse(await response.json()).code).toBe("unauthorized");
  expect(response.headers.get("set-cookie")).toBeNull();
});

test.for(routes.filter(({ audience }) => audience.includes("member")))("$route is for members", async (route) => {
  const member = await createMember();
  const token = await tokenFor(member);
  expect((await call(route, { token })).status).not.toBe(401);
  if (route.audience === "member") expect((await call(route, { admin: true })).status).toBe(401);

  const [header, payload] = token.split(".");
  const forged = `${header}.${payload}.${"A".repeat(43)}`;
  expect((await call(route, { token: forged })).status).toBe(401);
  await endSessions(member);
  expect((await call(route, { token })).status).toBe(401);
});

test.for(routes.filter(({ audience, method }) => audience.includes("member") && method !== "GET"))(
  "$route with a session that has ended looks that up and does nothing else",
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
  "$route is for the administrator",
  async (route) => {
    expect((await call(route, { admin: true })).status).not.toBe(401);
    for (const password of ["", "wrong"]) {
      const response = await call(route, { headers: { "x-admin-password": password } });
      expect(response.status).toBe(401);
    }
    if (route.audience === "admin") {
      const response = await call(route, { token: await tokenFor(await createMember()) });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: "Invalid admin password" });
    }
  },
);

test.for(routes.filter(({ audience }) => audience.includes("admin")))(
  "$route refuses even the right password after ten wrong ones, and needs the second factor where one is set up",
  async ({ method, path }) => {
    const options = { method, address: uniqueAddress(), ...(method === "GET" ? {} : { json: {} }) };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const wrong = await request(path, { ...options, headers: { "x-admin-password": `wrong ${attempt}` } });
      expect(wrong.status).toBe(401);
    }
    expect((await request(path, { ...options, admin: true })).status).toBe(429);

    const totp = { ADMIN_TOTP_SECRET: "A".repeat(32) };
    const withoutCode = await requestWith(totp, path, { ...options, address: uniqueAddress(), admin: true });
    expect([withoutCode.status, (await withoutCode.json<ErrorBody>()).code]).toEqual([401, "totp_required"]);
    expect(withoutCode.headers.get("set-cookie")).toBeNull();
  },
);

test.for(routes.filter(({ audience }) => audience === "media pass"))(
  "$route takes neither a token nor the admin password",
  async (route) => {
    expect((await call(route, { token: await tokenFor(await createMember()) })).status).toBe(401);
    expect((await call(route, { admin: true })).status).toBe(401);
  },
);

test.for(routes.filter(({ audience }) => audience === "public medium"))(
  "$route looks for the file, whoever asks",
  async (route) => {
    expect((await call(route)).status).toBe(404);
  },
);

test.for(routes.filter(({ audience }) => audience === "public"))(
  "$route asks a visitor for no credentials",
  async (route) => {
    expect([200, 400]).toContain((await call(route)).status);
  },
);

test("an unknown path below /api answers 404 in the one error form", async () => {
  const response = await request("/api/nothing");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: "Not found", code: "not_found", requestId: expect.any(String) });
});

test("an unknown path below /api/admin is not told apart from a known one without the password", async () => {
  expect((await request("/api/admin/nothing", { address: uniqueAddress() })).status).toBe(401);
  expect((await request("/api/admin/nothing", { admin: true })).status).toBe(404);
});
