import type { Page } from "@playwright/test";

/** What the console says of the month that the dashboard asks for ahead, where the membership has ended. */
export const NO_ACCESS = /status of 403/;

/**
 * What a page complains about: errors that nobody caught, and what the console shows as one, refusals of the CSP included, but not
 * the messages that the journey expects.
 */
export function watchConsole(page: Page, { except = /^$/ } = {}): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium asks for it beside a picture that is opened as a document, as journeys do before they sign in.
    const isIcon = message.location().url.endsWith("/favicon.ico");
    if (message.type() === "error" && !isIcon && !except.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}
