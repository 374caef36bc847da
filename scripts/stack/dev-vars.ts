import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const DEMO_ADMIN_PASSWORD = "lightning-demo";

type Addresses = { appUrl: string; sandboxUrl: string };

export function readDevVars(file: string): Map<string, string> {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^\s*([A-Z_]+)\s*=\s*"?(.*?)"?\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/**
 * Writes the local variables and secrets. Secrets are made once and kept; what a developer changed stays, except for the
 * addresses, which follow the ports of this start.
 */
export function writeDevVars(file: string, { appUrl, sandboxUrl }: Addresses): Map<string, string> {
  const vars = new Map([
    ["ENVIRONMENT", "development"],
    ["APP_SECRET", randomBytes(32).toString("base64url")],
    ["ADMIN_PASSWORD", DEMO_ADMIN_PASSWORD],
    ["RESEND_API_KEY", "re_sandbox"],
    ["MAIL_FROM", "Daybolt <wake-up@daybolt.test>"],
    ...readDevVars(file),
    ["APP_URL", appUrl],
    ["RESEND_BASE_URL", sandboxUrl],
  ]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[...vars].map(([name, value]) => `${name}="${value}"`).join("\n")}\n`, { mode: 0o600 });
  return vars;
}
