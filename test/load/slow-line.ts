import { type Browser, chromium } from "@playwright/test";
import { APP_PAGES, PUBLIC_PAGES } from "../../domain/paths.ts";
import { findBrowser } from "../../scripts/browser/find-browser.ts";
import startStackOfTheRun from "../e2e/start-stack.ts";
import { inviteMember } from "../e2e/support/members.ts";
import { median } from "./median.ts";

/** A bad line in bed: 400 kbit/s, 400 ms to the server and back. */
const LINE = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };
const PHONE = { width: 390, height: 844 };
const RUNS = 5;

/** What has to stand on the screen, by a CSS selector that is there only then. */
const MOMENTS = {
  heading: "main h1",
  "today's title": "article h2",
  "today's button": "article a[href^='/content/'], #dock a[href^='/content/']",
  "dial usable": "[role=radiogroup] [role=radio][aria-checked=true]",
};
type Moments = Record<string, number | null>;

/** Notes, frame by frame, when each selector first has a box on the screen. Runs in the page, before anything of it. */
function watchFor(selectors: Record<string, string>): void {
  const seen: Moments = {};
  Object.assign(window, { moments: seen, largestPaint: 0, layoutShift: 0 });
  const look = () => {
    for (const [name, selector] of Object.entries(selectors)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (seen[name] === undefined && box && box.width > 0 && box.height > 0) seen[name] = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    Object.assign(window, { largestPaint: list.getEntries().at(-1)?.startTime });
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

type Visit = { path: string; token: string | null; selectors: Record<string, string> };

/** One cold visit of a phone; milliseconds since the navigation began, null for what never came. */
async function visit(browser: Browser, { path, token, selectors }: Visit): Promise<Moments> {
  const context = await browser.newContext({
    baseURL: process.env.DAYBOLT_APP_URL ?? "",
    viewport: PHONE,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  if (token) await page.addInitScript((value) => localStorage.setItem("auth_token", value), token);
  await page.addInitScript(watchFor, selectors);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", LINE);
  await page.goto(path, { waitUntil: "commit", timeout: 60_000 });
  await page
    .waitForFunction(
      (names) => names.every((name) => name in (window as never as { moments: Moments }).moments),
      Object.keys(selectors),
      { timeout: 60_000 },
    )
    .catch(() => undefined);
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => {
    const { moments, largestPaint } = window as never as { moments: Moments; largestPaint: number };
    return { ...moments, "largest paint": largestPaint };
  });
  await context.close();
  return seen;
}

const stop = await startStackOfTheRun();
try {
  const browser = await chromium.launch({
    executablePath: await findBrowser(console.log),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const { token } = await inviteMember("slow-line");
  const visits: Visit[] = [
    { path: PUBLIC_PAGES.home, token: null, selectors: { heading: MOMENTS.heading } },
    { path: APP_PAGES.login, token: null, selectors: { heading: MOMENTS.heading } },
    { path: APP_PAGES.dashboard, token, selectors: MOMENTS },
  ];
  for (const plan of visits) {
    const runs: Moments[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, plan));
    for (const name of [...Object.keys(plan.selectors), "largest paint"]) {
      const times = runs.map((moments) => moments[name] ?? Number.POSITIVE_INFINITY);
      const seconds = times.map((time) => (time / 1000).toFixed(2)).join(" · ");
      console.log(`${plan.path.padEnd(12)} ${name.padEnd(16)} ${(median(times) / 1000).toFixed(2)} s   (${seconds})`);
    }
  }
  await browser.close();
} finally {
  await stop();
}
