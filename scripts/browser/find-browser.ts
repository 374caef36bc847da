import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { PlainError, runTool } from "../stack/run-tool.ts";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [process.env.CHROMIUM_PATH ?? "", chromium.executablePath(), ...onPath, ...APPLICATIONS].find(
    (path) => path !== "" && existsSync(path),
  );
}

const isRoot = process.getuid?.() === 0;

function hasAptGet(): boolean {
  try {
    execFileSync("apt-get", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Ways to install a browser on a machine that has none, lightest first. */
async function bringBrowser(): Promise<void> {
  const download = runTool("playwright", ["install", "chromium"], {
    quiet: true,
    what: "Downloading Chromium",
  });
  const isDownloaded = await download.then(
    () => true,
    () => false,
  );
  if (isDownloaded || !isRoot || !hasAptGet()) return;
  await runTool("apt-get", ["update"], { quiet: true, what: "apt-get update" });
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runTool("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
    quiet: true,
    env,
    what: "Installing Chromium",
  });
}

/** Path of a Chromium: an installed one, or Playwright's, or as root Debian's package. @throws PlainError */
export async function findBrowser(onStep: (text: string) => void): Promise<string> {
  const present = installedBrowser();
  if (present) return present;
  onStep("Installing Chromium for the browser journeys");
  await bringBrowser();
  const brought = installedBrowser();
  if (brought) return brought;
  throw new PlainError(
    "The browser journeys need Chromium, which couldn't be installed. Install Chrome or Chromium, or set CHROMIUM_PATH.",
  );
}
