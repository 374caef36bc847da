import type * as z from "zod";
import { issuesOf, PARTS } from "#worker/kernel/env.ts";

/** The Worker's own settings with their rules, so new ones are known here automatically. */
const fields: Record<string, z.ZodType> = Object.assign({}, ...PARTS.map((part) => part.in.shape));

const NAMES = Object.keys(fields);
/** Names of settings stored as secrets at Cloudflare; all others go into the configuration. */
const SECRET = /(SECRET|SECRETS|SECRET_KEY|PASSWORD|API_KEY|WEBHOOK_URL)(_\d+)?$/;
/** Settings that only make sense on a developer's machine and must not be set at Cloudflare. */
const OF_DEVELOPMENT = /^ENVIRONMENT$|^SCRYPT_COST$|_BASE_URL$|_SDK_URL$|^DNS_URL$/;

export const SECRETS: string[] = NAMES.filter((name) => SECRET.test(name));
/** Variables that an operator may set. */
export const VARIABLES: string[] = NAMES.filter((name) => !SECRET.test(name) && !OF_DEVELOPMENT.test(name));

/** The problem with one value, or null. */
export function problemOf(name: string, value: string): string | null {
  const result = fields[name]?.safeParse(value);
  return result?.error ? (result.error.issues[0]?.message ?? "can't be read") : null;
}

/** The Worker's own complaints about a configuration, each with the name of its setting. */
export function problemsOf(given: Record<string, string>): string[] {
  return issuesOf(given).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const FORMS = [
  `whsec_${"A".repeat(32)}`,
  "A".repeat(32),
  "https://webhook.example/x",
  `B${"A".repeat(86)}.${"A".repeat(43)}`,
];

/** A value that passes the Worker's rules, in place of a secret that is set but can't be read. */
export function placeholderOf(name: string): string {
  // No two keys may be equal.
  const own = name.padEnd(64, "x");
  return [own, ...FORMS].find((form) => problemOf(name, form) === null) ?? own;
}

/** The Worker's default for an unset variable. */
export function defaultOf(name: "PAYPAL_BASE_URL"): string {
  return fields[name]?.parse(undefined) as string;
}
