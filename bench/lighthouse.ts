import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import getPort from "get-port";
import * as z from "zod";
import { APP_PAGES, contentPath, PUBLIC_PAGES } from "../domain/paths.ts";
import { findBrowser } from "../scripts/browser/find-browser.ts";
import startStackOfTheRun from "../test/e2e/start-stack.ts";
import { findReleased } from "../test/e2e/support/library.ts";
import { inviteMember } from "../test/e2e/support/members.ts";
import { median } from "./support/median.ts";

/** Not a dependency: it's bigger than all of them together, and only this script needs it. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const RUNS = Number(process.env.RUNS ?? 5);
/**
 * How much slower than this machine the phone is. Lighthouse's 4 fits a fast desktop with a benchmark index of about
 * 1,500; its docs ("Calibrating multiplier") explain the number for another machine: 2 for an index of 800, 3 for
 * 1,300.
 */
const SLOWDOWN = process.env.SLOWDOWN ?? "4";
/** `ONLY=/login,/dashboard` */
const ONLY = process.env.ONLY?.split(",");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const report = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), title: z.string() })),
});

const run = promisify(execFile);

/** Lighthouse sometimes records no trace (NO_NAVSTART) and asks to be run again. */
const MOST_TRIES = 3;

/** Runs Lighthouse once, as default mobile, in the browser on a port. Storage is kept, so it stays logged in. */
async function audit(url: string, port: number, folder: string, tries = 1): Promise<z.infer<typeof report>> {
  const file = join(folder, "report.json");
  const options = ["--output=json", `--output-path=${file}`, `--port=${port}`, "--disable-storage-reset", "--quiet"];
  options.push(`--throttling.cpuSlowdownMultiplier=${SLOWDOWN}`);
  const only = `--only-categories=${CATEGORIES.join(",")}`;
  try {
    await run("npx", ["--yes", LIGHTHOUSE, url, ...options, only], { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    if (tries === MOST_TRIES || !String(error).includes("Runtime error encountered")) throw error;
    return audit(url, port, folder, tries + 1);
  }
  return report.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Starts a browser for Lighthouse alone: another driver would interfere with its emulation. */
async function startBrowser(profile: string): Promise<{ port: number; close: () => Promise<void> }> {
  const port = await getPort();
  const options = ["--headless=new", "--no-first-run", "--disable-background-networking", "--mute-audio"];
  const own = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, "about:blank"];
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const child = spawn(await findBrowser(console.log), [...options, ...sandbox, ...own], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && !(await isUp())) await sleep(100);
  const close = async () => {
    child.kill();
    await ended;
  };
  return { port, close };
}

/** Stores a member's session in the browser. */
async function keepSignedIn(port: number, appUrl: string, token: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  await page.goto(`${appUrl}/favicon.svg`);
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
  await page.close();
  await browser.close();
}

const stop = await startStackOfTheRun();
const folder = mkdtempSync(join(tmpdir(), "daybolt-lighthouse-"));
try {
  const appUrl = process.env.DAYBOLT_APP_URL ?? "";
  const { token } = await inviteMember("lighthouse");
  const item = await findReleased(({ audioFilename }) => audioFilename !== null);
  const signedIn: string[] = [APP_PAGES.dashboard, contentPath(item.date), APP_PAGES.profile];
  const paths = [...Object.values(PUBLIC_PAGES), APP_PAGES.login, APP_PAGES.admin, ...signedIn];
  for (const path of paths.filter(
    (each) => ONLY?.some((start) => each.startsWith(start) && (start !== "/" || each === "/")) ?? true,
  )) {
    const { port, close } = await startBrowser(join(folder, `profile-${paths.indexOf(path)}`));
    if (signedIn.includes(path)) await keepSignedIn(port, appUrl, token);
    const reports: z.infer<typeof report>[] = [];
    for (let count = 0; count < RUNS; count += 1) reports.push(await audit(`${appUrl}${path}`, port, folder));
    await close();
    const scores = CATEGORIES.map((name) => {
      const values = reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100);
      return `${name} ${Math.round(median(values))}`;
    });
    const index = Math.round(median(reports.map(({ environment }) => environment.benchmarkIndex)));
    console.log(`${path.padEnd(24)} ${scores.join("  ")}  benchmark index ${index}  load ${loadavg()[0]?.toFixed(1)}`);
    const [last] = reports.slice(-1);
    for (const [id, { score, title }] of Object.entries(last?.audits ?? {})) {
      if (score !== null && score < 0.9) console.log(`${" ".repeat(26)}${score.toFixed(2)} ${id}: ${title}`);
    }
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
