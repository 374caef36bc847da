import type { Page } from "@playwright/test";

/** What a page complains about: errors that nobody caught, and what the console shows as one, refusals of the CSP included. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium asks for it beside a picture that is opened as a document, as journeys do before they sign in.
    const isIcon = message.location().url.endsWith("/favicon.ico");
    if (message.type() === "error" && !isIcon) complaints.push(message.text());
  });
  return complaints;
}
