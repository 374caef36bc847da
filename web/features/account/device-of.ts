import Bowser from "bowser";

/** "Safari on iPhone", "Edge on Windows"; null for a user agent without a browser. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  // What Bowser doesn't know, it calls by the text's beginning: strangers would write on the login link's page.
  if (!browser.name || userAgent.startsWith(`${browser.name}/`)) return null;
  const name = browser.name.replace(/^Microsoft | for Android$/g, "");
  const place = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  return place ? `${name} on ${place}` : name;
}
