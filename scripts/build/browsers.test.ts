import { readFileSync } from "node:fs";
import { resolveConfig } from "vite";
import { expect, test } from "vitest";
import { BROWSER_TARGET, BROWSERS_NEEDED } from "../../domain/browsers.ts";

test("the error page and README name the browsers that the build is for", async () => {
  const config = await resolveConfig({ configFile: "vite.config.ts" }, "build");
  expect(config.build.target).toEqual(BROWSER_TARGET);
  const named = BROWSERS_NEEDED.match(/\w+ [\d.]+/g)?.map((browser) => browser.toLowerCase().replace(" ", ""));
  // Safari has the same version on iOS.
  expect([...(named ?? []), "ios16.4"]).toEqual(BROWSER_TARGET);
  expect(readFileSync("README.md", "utf8").replaceAll(/\s+/g, " ")).toContain(BROWSERS_NEEDED);
});
