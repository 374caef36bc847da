import { type Page, test } from "@playwright/test";
import { APP_PAGES, contentPath } from "../../domain/paths.ts";
import { findReleased } from "../../test/e2e/support/library.ts";
import { settle, takeEach } from "./take.ts";

test.use({ serviceWorkers: "allow" });

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const withAudio = async () => contentPath((await findReleased(({ audioFilename }) => audioFilename !== null)).date);

const isStored = () => Object.keys(localStorage).filter((key) => key.startsWith("offline:")).length > 2;

/** The dashboard registers the service worker; then the page is opened again, stored, and opened without a connection. */
async function goOffline(page: Page): Promise<void> {
  const address = page.url();
  await page.goto(APP_PAGES.dashboard);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(address);
  await page.waitForFunction(isStored);
  await settle(page);
  await page.context().setOffline(true);
  await page.reload();
  await page
    .getByText(/needs a connection/)
    .first()
    .waitFor();
}

takeEach(
  [
    { name: "dashboard-read-offline", path: APP_PAGES.dashboard },
    { name: "session-offline", path: withAudio },
    { name: "profile-offline", path: APP_PAGES.profile },
  ].map((state) => ({ ...state, isMember: true, sizes: SIZES, after: goOffline })),
);
