import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";

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
 * Writes the local variables and secrets. Secrets are made once and kept; what a developer changed or noted stays, except
 * for the addresses, which follow the ports of this start.
 */
export function writeDevVars(file: string, { appUrl, sandboxUrl }: Addresses): void {
  const defaults = {
    ENVIRONMENT: "development",
    APP_SECRET: randomBytes(32).toString("hex"),
    ADMIN_PASSWORD: DEMO_ADMIN_PASSWORD,
    RESEND_API_KEY: "re_sandbox",
    MAIL_FROM: "Daybolt <wake-up@daybolt.test>",
  };
  const present = readDevVars(file);
  let text = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const [name, value] of Object.entries(defaults)) if (!present.has(name)) text = withLine(text, name, value);
  text = withLine(withLine(text, "APP_URL", appUrl), "RESEND_BASE_URL", sandboxUrl);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
}
