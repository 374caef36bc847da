import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { isNamedStorage } from "../../support/named-storage.ts";
import { startOwnStack } from "../stack/own-stack.ts";
import { RUN_FOLDER } from "../stack/run-folder.ts";

/** What our page stored in its browser, by place and name; a closing or never opened page returns nothing. */
async function storedBy(
  page: Page,
): Promise<(readonly ["local storage" | "session storage" | "cache" | "database", string])[]> {
  if (!/^https?:/.test(page.url())) return [];
  return page
    .evaluate(async () => [
      ...Object.keys(localStorage).map((name) => ["local storage", name] as const),
      ...Object.keys(sessionStorage).map((name) => ["session storage", name] as const),
      ...(await caches.keys()).map((name) => ["cache", name] as const),
      ...(await indexedDB.databases()).map(({ name = "" }) => ["database", name] as const),
    ])
    .catch(() => []);
}

type Watches = { policyWatch: undefined; storageWatch: undefined };

/**
 * A journey. Each Playwright worker has its own stack, so parallel journeys don't send or count each other's emails. A
 * journey also fails if any of its pages violates the content security policy, or stores something that the privacy
 * policy doesn't name.
 */
export const test = base.extend<Watches, { appUrl: string }>({
  appUrl: [
    async ({ playwright: _ }, use, { parallelIndex }) => {
      const runFolder = process.env[RUN_FOLDER];
      if (!runFolder) throw new Error(`${RUN_FOLDER} is set by the global setup.`);
      const stack = await startOwnStack(runFolder, parallelIndex);
      // Read by support/stack.ts.
      process.env.DAYBOLT_APP_URL = stack.appUrl;
      process.env.DAYBOLT_SANDBOX_URL = stack.sandboxUrl;
      await use(stack.appUrl);
      await stack.stop();
    },
    { scope: "worker", auto: true, timeout: 240_000 },
  ],
  baseURL: ({ appUrl }, use) => use(appUrl),
  storageWatch: [
    async ({ context, baseURL }, use) => {
      await use(undefined);
      // Calls still open have no one left to answer. A PayPal window may close itself meanwhile.
      const freed = context.pages().map(async (page) => {
        await page.unrouteAll({ behavior: "ignoreErrors" }).catch((error) => {
          if (!page.isClosed()) throw error;
        });
      });
      await Promise.all(freed);
      const stored = (await Promise.all(context.pages().map(storedBy))).flat();
      // A journey may have closed its browser, which leaves nothing to check.
      const cookies = await context.cookies(baseURL).catch(() => []);
      const named = [...stored, ...cookies.map(({ name }) => ["cookie", name] as const)];
      expect(
        named.filter(([place, name]) => !isNamedStorage(place, name)),
        "what domain/rules/browser-storage.ts does not name",
      ).toEqual([]);
    },
    { auto: true },
  ],
  policyWatch: [
    async ({ browser }, use) => {
      const refused: string[] = [];
      const note = (message: ConsoleMessage) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      };
      const watch = (context: BrowserContext) => void context.on("console", note);
      for (const context of browser.contexts()) watch(context);
      browser.on("context", watch);
      await use(undefined);
      browser.off("context", watch);
      expect(refused, "what the content security policy refused").toEqual([]);
    },
    { auto: true },
  ],
});
