import { TURNSTILE_SANDBOX } from "#sandbox/turnstile/turnstile-settings.ts";
import { sandboxUrl } from "./sandbox.ts";

export const TURNSTILE_URL = sandboxUrl;

export const TURNSTILE_KEYS = {
  TURNSTILE_SITE_KEY: TURNSTILE_SANDBOX.siteKey,
  TURNSTILE_SECRET_KEY: TURNSTILE_SANDBOX.secretKey,
  TURNSTILE_BASE_URL: TURNSTILE_URL,
};

/** A token, as the widget returns it when someone passes its check for an action. */
export async function turnstileToken(action: string): Promise<string> {
  const frame = await (await fetch(`${TURNSTILE_URL}/turnstile/v0/frame?action=${action}`)).text();
  const [, token] = /postMessage\('([^']+)'/.exec(frame) ?? [];
  if (token === undefined) throw new Error("The sandbox's frame holds no token.");
  return token;
}
