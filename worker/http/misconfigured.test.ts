import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
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

const ask = (url: string) => answerTo(FRESH, new Request(url));

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

test("a Worker without its secrets tells a monitor which ones are missing", async () => {
  const response = await ask("http://localhost/api/health");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: "misconfigured", wrong: SECRETS });
});

test("a Worker without its secrets reveals nothing to visitors", async () => {
  for (const path of ["/", "/login", "/api/auth/verify"]) {
    const response = await ask(`https://daybolt.example${path}`);
    expect(response.status, path).toBe(500);
    expect(await response.text(), path).not.toMatch(/dev\.vars|APP_SECRET/);
  }
});
