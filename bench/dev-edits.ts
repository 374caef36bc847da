import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import getPort from "get-port";
import { APP_PAGES } from "../domain/paths.ts";
import { findBrowser } from "../scripts/browser/find-browser.ts";
import { startDevServer } from "../scripts/dev/dev-server.ts";
import { startStack } from "../scripts/stack/stack.ts";

const EDITS = 10;
/** Keeps an edit from overlapping with the previous one. */
const PAUSE_MS = 1000;
const TYPED = "typed@before.test";
const WEB = { file: "web/pages/login-page.tsx", text: "Good morning." };
const WORKER = { file: "worker/http/on-error.ts", text: "Not found" };

type Place = { file: string; text: string };

/** Edits a file repeatedly, with a different text each time, and returns how long each edit took to show (ms). */
async function timeEdits({ file, text }: Place, waitFor: (text: string) => Promise<void>): Promise<number[]> {
  const before = readFileSync(file, "utf8");
  if (!before.includes(`"${text}"`)) throw new Error(`${file} has no "${text}" any more.`);
  const restore = () => writeFileSync(file, before);
  process.once("exit", restore);
  const times: number[] = [];
  try {
    for (let edit = 1; edit <= EDITS; edit += 1) {
      await sleep(PAUSE_MS);
      const shown = `${text} ${edit}`;
      const start = performance.now();
      writeFileSync(file, before.replace(`"${text}"`, `"${shown}"`));
      await waitFor(shown);
      times.push(Math.round(performance.now() - start));
    }
  } finally {
    restore();
  }
  return times;
}

/** With only ten edits, 95 percent of them means all. */
function tell(what: string, times: number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1];
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(`${what}  median ${median} ms  p95 ${p95} ms  each ${times.join(" ")}  load ${loadavg()[0]?.toFixed(1)}`);
}

async function timeWeb(appUrl: string): Promise<number[]> {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: await findBrowser(console.log), args });
  try {
    const page = await browser.newPage();
    await page.goto(appUrl + APP_PAGES.login);
    await page.getByLabel("Email").fill(TYPED);
    return await timeEdits(WEB, async (text) => {
      await page.getByText(text, { exact: true }).waitFor();
      const value = await page.getByLabel("Email").inputValue();
      if (value !== TYPED) throw new Error(`The form lost what was typed: "${value}".`);
    });
  } finally {
    await browser.close();
  }
}

function timeWorker(appUrl: string): Promise<number[]> {
  return timeEdits(WORKER, async (text) => {
    while (!(await fetch(`${appUrl}/api/nothing`).then((response) => response.text())).includes(`"${text}"`)) {
      await sleep(10);
    }
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const stateDir = mkdtempSync(join(tmpdir(), "daybolt-dev-"));
const port = await getPort();
const stack = await startStack({
  port,
  workerPort: await getPort(),
  sandboxPort: await getPort(),
  stateDir,
  varsFile: join(stateDir, "vars"),
  onStep: (text) => console.log(`${text} …`),
});
const server = await startDevServer({ port, ...stack });
try {
  tell("web   ", await timeWeb(stack.appUrl));
  tell("worker", await timeWorker(stack.appUrl));
} finally {
  await server.close();
  await stack.stop();
  rmSync(stateDir, { recursive: true, force: true });
}
