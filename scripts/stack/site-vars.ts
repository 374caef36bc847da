import { PlainError } from "./run-tool.ts";

/**
 * What asking the Worker of a site elsewhere takes: its address, and its secrets out of the environment. Without an address it is the
 * local one's, whose variables are on disk.
 * @throws PlainError for an address that is none, or without the password
 */
export function siteVars(url: string | undefined, env = process.env): Map<string, string> | undefined {
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw new PlainError(`${url} isn't an address. Write it as https://your.domain.`);
  const { ADMIN_PASSWORD, ADMIN_TOTP_SECRET = "" } = env;
  if (!ADMIN_PASSWORD) throw new PlainError("Set ADMIN_PASSWORD in the environment to the site's password.");
  return new Map(Object.entries({ APP_URL: new URL(url).origin, ADMIN_PASSWORD, ADMIN_TOTP_SECRET }));
}
