import Bowser from "bowser";

/** "Safari on iPhone", "Edge on Windows"; null for a user agent without a browser. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  // Bowser names an unknown browser after the start of this text, which would let strangers write on the login link's page.
  if (!browser.name || userAgent.startsWith(`${browser.name}/`)) return null;
  const name = browser.name.replace(/^Microsoft | for Android$/g, "");
  const place = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  return place ? `${name} on ${place}` : name;
}
