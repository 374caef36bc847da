import { loadavg } from "node:os";
import { type Browser, chromium } from "@playwright/test";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "../domain/paths.ts";
import { findBrowser } from "../scripts/browser/find-browser.ts";
import startStackOfTheRun from "../test/e2e/start-stack.ts";
import { findReleased } from "../test/e2e/support/library.ts";
import { inviteMember } from "../test/e2e/support/members.ts";
import { median } from "./support/median.ts";

/** A slow connection: 400 kbit/s, 400 ms round trip. LINE=phone: 10 Mbit/s, 60 ms, and the public pages alone. */
const isPhoneLine = process.env.LINE === "phone";
const BYTES_PER_SECOND = (isPhoneLine ? 10_000_000 : 400_000) / 8;
const LINE = {
  offline: false,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
  latency: isPhoneLine ? 60 : 400,
};
const PHONE = { width: 390, height: 844 };
const RUNS = Number(process.env.RUNS ?? 5);

/** What has to be on the screen, as a CSS selector that matches only then. */
const HEADING = { heading: "main h1" };
const MOMENTS = {
  ...HEADING,
  "today's title": "article h2",
  "today's button": "article a[href^='/content/'], #dock a[href^='/content/'], [aria-label='Selected session'] a",
  "dial usable": "[role=radiogroup] [role=radio][aria-checked=true]",
};
/** When, and what had arrived by then; the latter doesn't depend on how busy this machine is. */
type Moment = { ms: number; requests: number; bytes: number };
type Moments = Record<string, Moment>;

/** Records, frame by frame, when each selector first has a box on the screen. Runs in the page before its own code. */
function watchFor(selectors: Record<string, string>): void {
  const seen: Moments = {};
  Object.assign(window, { moments: seen });
  performance.setResourceTimingBufferSize(1000);
  const momentAt = (ms: number): Moment => {
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const come = (all as PerformanceResourceTiming[]).filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ms);
    return { ms, requests: come.length, bytes: come.reduce((sum, { transferSize }) => sum + transferSize, 0) };
  };
  /** Twice the same words, in the page's fonts and in the stand-ins alone: the brand's font is there once they differ. */
  const isBrandFont = () => {
    if (!document.body) return false;
    const [own, standIn] = ["var(--font-sans)", "'Archivo Fallback', 'Archivo Fallback DejaVu', system-ui"].map(
      (fonts) => {
        const probe = document.createElement("span");
        probe.style.cssText = `position:absolute;visibility:hidden;font:900 100px ${fonts};font-stretch:125%`;
        probe.textContent = "Wake up with voltage";
        document.body.append(probe);
        const { width } = probe.getBoundingClientRect();
        probe.remove();
        return width;
      },
    );
    return own !== standIn;
  };
  const measure = () => {
    if (seen["brand's font"] === undefined && isBrandFont()) seen["brand's font"] = momentAt(performance.now());
    for (const [name, selector] of Object.entries(selectors)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (seen[name] === undefined && box && box.width > 1 && box.height > 1) seen[name] = momentAt(performance.now());
    }
    requestAnimationFrame(measure);
  };
  requestAnimationFrame(measure);
  const shifts: Moment = { ms: 0, requests: 0, bytes: 0 };
  // A sum, a thousandth of which is printed like a second.
  seen["layout shifts"] = shifts;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) shifts.ms += (shift as unknown as { value: number }).value * 1000;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    seen["largest paint"] = momentAt(list.getEntries().at(-1)?.startTime ?? 0);
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

type Visit = { path: string; token: string | null; selectors: Record<string, string> };

/** One cold visit on a phone; returns each moment that came. */
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
  const moments = await page.evaluate(() => (window as never as { moments: Moments }).moments);
  await context.close();
  return moments;
}

const stop = await startStackOfTheRun();
try {
  const browser = await chromium.launch({
    executablePath: await findBrowser(console.log),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const { token } = await inviteMember("slow-line");
  const item = await findReleased(({ audioFilename }) => audioFilename !== null);
  const played = { ...HEADING, "item's title": "article h1", "play button": "article button[aria-label='Play']" };
  const strangers = Object.values(PUBLIC_PAGES).map((path) => ({ path, token: null, selectors: HEADING }));
  const slow: Visit[] = [
    { path: PUBLIC_PAGES.home, token: null, selectors: HEADING },
    {
      path: APP_PAGES.login,
      token: null,
      selectors: { ...HEADING, "form usable": "form button:enabled:not(fieldset[disabled] *)" },
    },
    { path: APP_PAGES.dashboard, token, selectors: MOMENTS },
    { path: contentPath(item.date), token, selectors: played },
  ];
  const visits: Visit[] = isPhoneLine ? strangers : slow;
  console.log(`machine load before: ${loadavg()[0]?.toFixed(2)}`);
  for (const plan of visits) {
    const runs: Moments[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, plan));
    for (const name of [...Object.keys(plan.selectors), "largest paint", "brand's font", "layout shifts"]) {
      const times = runs.map((moments) => moments[name]?.ms ?? Number.POSITIVE_INFINITY);
      const middle = runs.map((moments) => moments[name]).find((moment) => moment?.ms === median(times));
      const seconds = times.map((time) => (time / 1000).toFixed(2)).join(" · ");
      const come = middle ? `${middle.requests} requests, ${(middle.bytes / 1000).toFixed(1)} kB` : "";
      console.log(
        `${plan.path.padEnd(20)} ${name.padEnd(15)} ${(median(times) / 1000).toFixed(2)} s  ${come.padEnd(24)} (${seconds})`,
      );
    }
  }
  console.log(`machine load after: ${loadavg()[0]?.toFixed(2)}`);
  await browser.close();
} finally {
  await stop();
}
