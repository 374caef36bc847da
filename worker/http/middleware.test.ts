import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMedium, createMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { addFeed } from "#test/worker/feeds.ts";
import { mediaPassOf } from "#test/worker/media-pass.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";

const LEVELS = ["info", "warn", "error", "log", "debug"] as const;

afterEach(() => {
  vi.restoreAllMocks();
});

async function linesOf(path: string, options: RequestOptions = {}): Promise<{ response: Response; lines: string[] }> {
  const lines: string[] = [];
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map(String).join(" "));
    });
  }
  const response = await requestWith({}, path, options);
  vi.restoreAllMocks();
  return { response, lines };
}

test("a request logs one line with its ID, route pattern, status, duration, and member", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  const { response, lines } = await linesOf("/api/content/2025-08-12", { token });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: "info",
      event: "request",
      requestId: response.headers.get("x-request-id"),
      method: "GET",
      route: "/api/content/:id",
      status: 404,
      durationMs: expect.any(Number),
      memberId: member.id,
    },
  ]);
});

test("every request has its own ID", async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await requestWith({}, "/login")).headers.get("x-request-id")),
  );
  expect(new Set(ids).size).toBe(3);
});

test("no token, email address, password, or IP address appears in a log line", async () => {
  const member = await createMember();
  const [token, pass] = [await tokenFor(member), await mediaPassOf(member)];
  const unknown = uniqueEmail();
  const address = uniqueAddress();
  const secret = "secret-in-a-link";
  const feed = await addFeed(member);
  const feedToken = feed.path.replace("/feed/", "");
  const calls: [string, RequestOptions][] = [
    ["/api/auth/verify", { token, headers: { cookie: pass } }],
    ["/api/auth/login", { json: { email: unknown, password: secret } }],
    ["/api/auth/request-password-reset", { json: { email: member.email } }],
    ["/api/auth/setup-password", { json: { email: member.email, token: secret, password: secret } }],
    ["/api/auth/exchange", { json: { token: secret } }],
    ["/api/admin/stats", { admin: true }],
    ["/api/admin/stats", { headers: { "x-admin-password": secret } }],
    ["/api/admin/create-trial", { admin: true, json: { name: "Ana", email: unknown } }],
    [`/setup-password?token=${secret}&email=${member.email}`, {}],
    [`/dashboard?token=${secret}`, {}],
    [`/unsubscribe?member=${member.id}&key=${secret}`, {}],
    [`/unsubscribe?member=${member.id}&key=${secret}`, { method: "POST" }],
    ["/api/unsubscribe", { json: { member: member.id, key: secret } }],
    [`/content/2025-08-12?member=${member.id}&key=${secret}`, {}],
    [`/wake-up?member=${member.id}&date=2025-08-12&key=${secret}&hour=7`, {}],
    ["/api/by-mail/open", { json: { member: member.id, date: "2025-08-12", key: secret } }],
    [`/no-such-page/${secret}`, {}],
    [`/audio/${secret}.mp3`, { headers: { cookie: pass } }],
    [`/media/${secret}.mp4`, {}],
    ["/api/user/feeds", { token, json: { name: "Car" } }],
    [feed.path, {}],
    [`${feed.path}/`, {}],
    [`${feed.path}/more?token=${feedToken}`, {}],
    [`/feeds/${feedToken}`, {}],
    [`/episodes/${feed.feed.id}/item/${secret}/session.mp3`, {}],
    [`/done?feed=${feed.feed.id}&item=item&key=${secret}`, {}],
    ["/api/episodes/done", { json: { feed: feed.feed.id, item: "item", key: secret } }],
  ];
  const words = [token, pass, feedToken, secret, member.email, unknown, env.ADMIN_PASSWORD, env.APP_SECRET, address];
  for (const [path, options] of calls) {
    const { lines } = await linesOf(path, { address, ...options });
    expect(lines.length, path).toBeGreaterThan(0);
    for (const line of lines) for (const word of words) expect(line, path).not.toContain(word);
  }
});

function directives(response: Response): Record<string, string[]> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return Object.fromEntries(
    policy.split(";").map((part) => {
      const [name = "", ...sources] = part.trim().split(" ");
      return [name, sources];
    }),
  );
}

test("pages, API responses, errors, and media all have the security headers", async () => {
  const cookie = await mediaPassOf(await createMember());
  const key = await createMedium("audio", new Uint8Array(4));
  const paths = ["/", "/login", "/no-such-page", "/favicon.svg", "/api/auth/verify", "/api/nothing", `/audio/${key}`];
  for (const path of paths) {
    const response = await request(path, { headers: { cookie } });
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'self'"),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": expect.any(String),
      "strict-transport-security": expect.stringContaining("max-age="),
      "permissions-policy": expect.stringMatching(/camera=\(\).*display-capture=\(\)/),
      "cross-origin-opener-policy": "same-origin",
      "x-request-id": expect.any(String),
    });
  }
});

test("scripts load only from our own origin, never inline", async () => {
  const policy = directives(await request("/login"));
  expect(policy["script-src"]).toEqual(["'self'"]);
  expect(policy["object-src"]).toEqual(["'none'"]);
  expect(policy["base-uri"]).toEqual(["'self'"]);
  expect(policy["form-action"]).toEqual(["'self'"]);
});

test("no site can frame us, app pages frame only players, and nothing else frames or loads from other hosts", async () => {
  const player = directives(await request("/content/2025-08-12"));
  expect(player["frame-ancestors"]).toEqual(["'none'"]);
  expect(player["frame-src"]).toEqual(["'self'", "https://player.vimeo.com", "https://www.youtube-nocookie.com"]);
  for (const path of ["/", "/terms", "/favicon.svg", "/no-such-page", "/api/nothing"]) {
    const policy = (await request(path)).headers.get("content-security-policy") ?? "";
    expect(policy.match(/https?:/g), path).toBeNull();
  }
});

test("none of our pages runs a YouTube script, and the one that did is gone", async () => {
  for (const path of ["/login", "/content/2025-08-12", "/admin", "/subscribe"]) {
    expect(directives(await request(path))["script-src"]?.join(), path).not.toContain("youtube");
  }
  const gone = await request("/embed/youtube/dQw4w9WgXcQ");
  expect([gone.status, directives(gone)["script-src"]]).toEqual([404, ["'self'"]]);
});

test("Turnstile's script and frame are allowed only on login pages, and only if its keys are set", async () => {
  const live = { TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
  const host = "https://challenges.cloudflare.com";
  for (const path of ["/login", "/admin"]) {
    const policy = directives(await requestWith(live, path));
    expect(policy["script-src"], path).toEqual(["'self'", host]);
    expect(policy["frame-src"], path).toContain(host);
    expect(policy["connect-src"], path).not.toContain(host);
    expect((await requestWith({}, path)).headers.get("content-security-policy"), path).not.toContain(host);
  }
  for (const path of ["/", "/dashboard", "/profile", "/subscribe", "/reset-password", "/api/auth/verify"])
    expect((await requestWith(live, path)).headers.get("content-security-policy"), path).not.toContain(host);
});

test("the payment provider's script, frames, and popup are allowed only where people pay", async () => {
  const provider = new URL(env.PAYPAL_SDK_URL).origin;
  for (const path of ["/subscribe", "/gift"]) {
    const response = await request(path);
    const policy = directives(response);
    expect(policy["script-src"], path).toEqual(["'self'", provider]);
    expect(policy["img-src"], path).toEqual(["'self'", "data:", provider]);
    expect(policy["connect-src"], path).toEqual(["'self'", provider]);
    expect(policy["frame-src"], path).toEqual(["'self'", provider]);
    expect(policy["form-action"], path).toEqual(["'self'"]);
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  }
  for (const path of ["/", "/login", "/dashboard", "/subscribe/more"]) {
    const response = await request(path);
    expect(response.headers.get("content-security-policy"), path).not.toContain(provider);
    expect(response.headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
  }
});

test("PayPal is allowed by its hosts, and nothing is allowed without a PayPal account", async () => {
  const live = directives(await requestWith({ PAYPAL_SDK_URL: "https://www.paypal.com/sdk/js" }, "/subscribe"));
  expect(live["script-src"]).toEqual(["'self'", "https://*.paypal.com", "https://*.paypalobjects.com"]);
  const fake = directives(await requestWith({ PAYPAL_SDK_URL: "https://notpaypal.com/sdk/js" }, "/subscribe"));
  expect(fake["script-src"]).toEqual(["'self'", "https://notpaypal.com"]);
  const variables = ["CLIENT_ID", "CLIENT_SECRET", "WEBHOOK_ID", "PLAN_MONTHLY", "PLAN_ANNUAL"];
  const without = Object.fromEntries(variables.map((name) => [`PAYPAL_${name}`, ""]));
  const none = await requestWith(without, "/subscribe");
  expect(directives(none)["script-src"]).toEqual(["'self'"]);
  expect(none.headers.get("cross-origin-opener-policy")).toBe("same-origin");
});

test("API responses are never cached, whether they succeed or fail", async () => {
  for (const path of ["/api/nothing", "/api/auth/verify", "/api/content/all"]) {
    expect((await request(path)).headers.get("cache-control"), path).toBe("no-store");
  }
  expect((await request("/api/content/all", { admin: true })).headers.get("cache-control")).toBe("no-store");
});

test("a body larger than the API takes is refused before it is parsed", async () => {
  const response = await request("/api/auth/login", { json: { email: "a@b.co", password: "x".repeat(70_000) } });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: "too_large", error: "The request is too large." });
});

test("an incomplete request body is the caller's error on every route, with or without a content length", async () => {
  const brokenOff = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"email":')),
      pull: (controller) => controller.error(new Error("The line was cut.")),
    });
  const resend = { "svix-id": "1", "svix-timestamp": "1", "svix-signature": "1" };
  for (const [path, more] of [
    ["/api/auth/login", {}],
    ["/api/resend/webhook", resend],
  ] as const) {
    for (const length of [null, "400"]) {
      const headers: Record<string, string> = { "content-type": "application/json", ...more };
      if (length !== null) headers["content-length"] = length;
      const { response } = await linesOf(path, {
        method: "POST",
        body: brokenOff(),
        headers,
        address: uniqueAddress(),
      });
      expect([path, response.status]).toEqual([path, 400]);
    }
  }
});
