import type { Page } from "@playwright/test";

/** The console's message about the month that the dashboard prefetches after a membership has ended. */
export const NO_ACCESS = /status of 403/;

/** A page's uncaught errors and console errors, CSP violations included, except messages that the journey expects. */
export function watchConsole(page: Page, { except = /^$/ } = {}): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium requests it for a picture opened as a document, as journeys do before they log in.
    const isIcon = message.location().url.endsWith("/favicon.ico");
    if (message.type() === "error" && !isIcon && !except.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}
