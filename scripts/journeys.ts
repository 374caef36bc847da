import { findBrowser } from "./browser/find-browser.ts";
import { exitWith, runTool } from "./stack/run-tool.ts";

/** Playwright with a browser that this machine has, or is brought; its arguments are passed on. */
const args = process.argv.slice(2);
const config = args.includes("--config") ? [] : ["--config", "test/e2e/playwright.config.ts"];
try {
  const browser = await findBrowser((text) => console.log(`${text} …`));
  await runTool("playwright", ["test", ...config, ...args], { env: { CHROMIUM_PATH: browser }, what: "The run" });
} catch (error) {
  exitWith(error);
}
