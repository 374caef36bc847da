import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { errorBody } from "#domain/contract/errors.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { answerTo } from "#test/worker/request.ts";
import type { Env } from "../kernel/env.ts";
import { PAYMENT_VARIABLES } from "../money/money.config.ts";

const SECRETS = ["ADMIN_PASSWORD", "APP_SECRET", "RESEND_API_KEY"];

/** What `npx wrangler dev` binds on a fresh clone: wrangler.toml's variables, for production, and no secrets. */
const FRESH = {
  ...env,
  ...Object.fromEntries([...SECRETS, ...PAYMENT_VARIABLES, "RESEND_WEBHOOK_SECRET"].map((name) => [name, undefined])),
  ENVIRONMENT: "production",
  APP_URL: "https://daybolt.example",
} as unknown as Env;

const ask = (url: string, method = "GET") => answerTo(FRESH, new Request(url, { method }));

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

test("a fresh clone's Worker serves every public page from its own origin with security headers", async () => {
  for (const path of [...Object.values(PUBLIC_PAGES), "/robots.txt"]) {
    const response = await ask(`http://localhost:8787${path}`);
    expect(response.status, path).toBe(200);
    expect(response.headers.get("content-security-policy"), path).toContain("default-src 'self'");
    expect(await response.text(), path).toContain("http://localhost:8787");
  }
  expect((await ask("http://localhost:8787/no-such-page")).status).toBe(404);
});

test("a fresh clone's other pages and API say which variables are missing and where to get them", async () => {
  for (const path of [...Object.values(APP_PAGES), "/audio/any", "/api/auth/verify", "/api/admin/stats"]) {
    const response = await ask(`http://127.0.0.1:8787${path.replace(":id", "2025-08-12")}`);
    expect([response.status, response.headers.get("cache-control")], path).toEqual([503, "no-store"]);
    const text = await response.text();
    const said = path.startsWith("/api/") ? errorBody.parse(JSON.parse(text)).error : text;
    expect(said, path).toContain(`: ${SECRETS.join(", ")}. Copy .dev.vars.example to .dev.vars`);
  }
  expect(await (await ask("http://localhost/api/health")).json()).toMatchObject({
    status: "misconfigured",
    wrong: SECRETS,
  });
});

test("on any other host, the same Worker reveals nothing to visitors", async () => {
  for (const path of ["/", "/login", "/api/auth/verify"]) {
    const response = await ask(`https://daybolt.example${path}`);
    expect(response.status, path).toBe(500);
    expect(await response.text(), path).not.toMatch(/dev\.vars|APP_SECRET/);
  }
});
