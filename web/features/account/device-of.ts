import Bowser from "bowser";

/** "Safari on iPhone", "Edge on Windows"; null for a user agent without a browser. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  if (!browser.name) return null;
  const name = browser.name.replace(/^Microsoft | for Android$/g, "");
  const place = platform.vendor === "Apple" && platform.model ? platform.model : os.name;
  return place ? `${name} on ${place}` : name;
}
