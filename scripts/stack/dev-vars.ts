import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";
import { TURNSTILE_SANDBOX } from "#sandbox/turnstile/turnstile-settings.ts";
import { SANDBOX_VARS } from "#sandbox/worker-vars.ts";
import { makePushKey } from "./push-key.ts";

export const DEMO_ADMIN_PASSWORD = "lightning-demo";

type Addresses = { appUrl: string; sandboxUrl: string };

export function readDevVars(file: string): Map<string, string> {
  const parsed = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return new Map(
    Object.entries(parsed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

function withLine(text: string, name: string, value: string): string {
  const line = `${name}="${value}"`;
  const present = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=.*$`, "m");
  if (present.test(text)) return text.replace(present, () => line);
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
}

/**
 * Writes the local variables and secrets. Secrets are generated once. A developer's changes and notes stay, except for
 * addresses, which follow this start's ports.
 */
export function writeDevVars(file: string, { appUrl, sandboxUrl }: Addresses): void {
  const defaults = {
    ...SANDBOX_VARS,
    APP_SECRET: randomBytes(32).toString("hex"),
    ADMIN_PASSWORD: DEMO_ADMIN_PASSWORD,
    RESEND_API_KEY: "re_sandbox",
    PUSH_SECRET: makePushKey(),
    TURNSTILE_SITE_KEY: TURNSTILE_SANDBOX.siteKey,
    TURNSTILE_SECRET_KEY: TURNSTILE_SANDBOX.secretKey,
  };
  const present = readDevVars(file);
  let text = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const [name, value] of Object.entries(defaults)) if (!present.has(name)) text = withLine(text, name, value);
  const addresses = {
    APP_URL: appUrl,
    RESEND_BASE_URL: sandboxUrl,
    // Empty: the browser's own push service.
    PUSH_BASE_URL: process.env.PUSH_BASE_URL ?? sandboxUrl,
    PAYPAL_BASE_URL: sandboxUrl,
    TURNSTILE_BASE_URL: sandboxUrl,
    PAYPAL_SDK_URL: `${sandboxUrl}/sdk/js`,
    DNS_URL: `${sandboxUrl}/dns-query`,
    ALARM_WEBHOOK_URL: `${sandboxUrl}/alarms/operator`,
  };
  for (const [name, value] of Object.entries(addresses)) text = withLine(text, name, value);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
}
