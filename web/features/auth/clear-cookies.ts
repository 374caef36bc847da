/** The names in a `document.cookie` text. */
export function cookieNames(cookies: string): string[] {
  return cookies
    .split(";")
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .filter((name) => name !== "");
}

/** Clears every cookie a script can see; the HttpOnly ones end with POST /api/auth/logout. */
export function clearReadableCookies(): void {
  for (const name of cookieNames(document.cookie)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox releases still in use.
    document.cookie = `${name}=; Max-Age=0; Path=/`;
  }
}
