import { expect, type Page } from "@playwright/test";

/** Before any data, so that a page shows that it waits for them. */
const LOGIN_CHECK_MS = 150;
/** Later than half a second after a login: until then, the browser counts no layout shifts. */
const FIRST_ANSWER_MS = 600;
const LAST_ANSWER_MS = 1000;
const STEP_MS = 100;
const QUIET_MS = 300;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls back once the page has been drawn. */
async function onDrawn(page: Page, report: () => void): Promise<void> {
  await page.exposeFunction("reportDrawn", report);
  await page.addInitScript(() => {
    const { reportDrawn } = window as unknown as { reportDrawn: () => void };
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length === 0) return;
      requestAnimationFrame(() => requestAnimationFrame(reportDrawn));
    }).observe({ type: "paint", buffered: true });
  });
}

/** Returns a function that waits until nothing is on its way; `networkidle` comes only once a document, before a login. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  let last = Date.now();
  page.on("request", (request) => {
    open.add(request);
  });
  const close = (request: object) => {
    open.delete(request);
    last = Date.now();
  };
  page.on("requestfinished", close);
  page.on("requestfailed", close);
  const isQuiet = () => open.size === 0 && Date.now() - last > QUIET_MS;
  return async () => {
    await page.waitForLoadState();
    await expect.poll(isQuiet, { intervals: [100] }).toBe(true);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
}

/**
 * Loads a page so that all it waits for is seen to arrive. With empty caches (cold), fonts come once it's drawn without
 * them, and answers one after another; loaded again (warm), the last answer comes first. A route would turn off the cache.
 */
export async function slowLoads(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let isCold = true;
  let asked = 0;
  let drawn = Promise.withResolvers<void>();
  await onDrawn(page, () => drawn.resolve());
  const settle = watchRequests(page);
  const hold = (url: string) => {
    if (url.endsWith(".woff2")) return isCold ? drawn.promise : undefined;
    if (url.endsWith("/verify")) return wait(LOGIN_CHECK_MS);
    const later = Math.min(STEP_MS * asked++, LAST_ANSWER_MS - FIRST_ANSWER_MS);
    return wait(isCold ? FIRST_ANSWER_MS + later : LAST_ANSWER_MS - later);
  };
  devtools.on("Fetch.requestPaused", async ({ requestId, request }) => {
    await hold(request.url);
    // The page may have been left.
    await devtools.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
  });
  await devtools.send("Fetch.enable", { patterns: ["*/api/*", "*.woff2"].map((urlPattern) => ({ urlPattern })) });
  const begin = (cold: boolean) => {
    isCold = cold;
    asked = 0;
    drawn = Promise.withResolvers();
  };
  return {
    /** `then` is what has to be done on the page before it shows everything. */
    async cold(path: string, then?: () => Promise<void>): Promise<void> {
      // From one fragment to another, the browser would load nothing.
      await page.goto("about:blank");
      await devtools.send("Network.clearBrowserCache");
      begin(true);
      await page.goto(path);
      await then?.();
      await settle();
    },
    async warm(_path: string, then?: () => Promise<void>): Promise<void> {
      begin(false);
      await page.reload();
      await then?.();
      await settle();
    },
  };
}
