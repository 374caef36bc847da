import type { Page } from "@playwright/test";

/** What a page complains about: errors that nobody caught, and what the console shows as one, refusals of the CSP included. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return complaints;
}
