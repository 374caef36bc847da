import { PlainError } from "./run-tool.ts";

/**
 * Variables for calling a remote site's Worker: its address, and its secrets from the environment. Undefined without an
 * address: the local Worker's variables are on disk.
 * @throws PlainError for an invalid address or a missing password
 */
export function siteVars(url: string | undefined, env = process.env): Map<string, string> | undefined {
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw new PlainError(`${url} isn't an address. Write it as https://your.domain.`);
  const { ADMIN_PASSWORD, ADMIN_TOTP_SECRET = "" } = env;
  if (!ADMIN_PASSWORD) throw new PlainError("Set ADMIN_PASSWORD in the environment to the site's password.");
  return new Map(Object.entries({ APP_URL: new URL(url).origin, ADMIN_PASSWORD, ADMIN_TOTP_SECRET }));
}
