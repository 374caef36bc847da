import type * as z from "zod";
import { issuesOf, PARTS } from "#worker/kernel/env.ts";

/** What the Worker reads, with its rules: whatever is added there is known here. */
const fields: Record<string, z.ZodType> = Object.assign({}, ...PARTS.map((part) => part.in.shape));

const NAMES = Object.keys(fields);
/** Names of what is kept at Cloudflare as a secret; all else stands in the configuration. */
const SECRET = /(SECRET|SECRETS|SECRET_KEY|PASSWORD|API_KEY|WEBHOOK_URL)(_\d+)?$/;
/** What of them makes a machine of one's own of an installation, and has no place at Cloudflare. */
const OF_DEVELOPMENT = /^ENVIRONMENT$|^SCRYPT_COST$|_BASE_URL$|_SDK_URL$|^DNS_URL$/;

export const SECRETS: string[] = NAMES.filter((name) => SECRET.test(name));
/** What an operator may set. */
export const VARIABLES: string[] = NAMES.filter((name) => !SECRET.test(name) && !OF_DEVELOPMENT.test(name));

/** What is wrong with one value, or null. */
export function problemOf(name: string, value: string): string | null {
  const result = fields[name]?.safeParse(value);
  return result?.error ? (result.error.issues[0]?.message ?? "can't be read") : null;
}

/** What the Worker would say of the whole, each sentence with the name of its setting. */
export function problemsOf(given: Record<string, string>): string[] {
  return issuesOf(given).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const FORMS = [`whsec_${"A".repeat(32)}`, "A".repeat(32), "https://webhook.example/x"];

/** A value that the Worker would take for a secret that is set where nobody can read it. */
export function placeholderOf(name: string): string {
  // No two keys may be the same.
  const own = name.padEnd(64, "x");
  return [own, ...FORMS].find((form) => problemOf(name, form) === null) ?? own;
}

/** What the Worker uses where nothing is set. */
export function defaultOf(name: "PAYPAL_BASE_URL"): string {
  return fields[name]?.parse(undefined) as string;
}
