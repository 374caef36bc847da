import { expect, test } from "vitest";
import { siteVars } from "./site-vars.ts";

test("the local Worker is used by default, or a remote site with its address and secrets", () => {
  expect(siteVars(undefined, {})).toBeUndefined();
  const secrets = { ADMIN_PASSWORD: "sixteen letters!", ADMIN_TOTP_SECRET: "JBSWY3DPEHPK3PXP" };
  const vars = { APP_URL: "https://wake.test", ...secrets };
  expect(Object.fromEntries(siteVars("https://wake.test/", secrets) ?? [])).toEqual(vars);
  expect(siteVars("https://wake.test", { ADMIN_PASSWORD: "p" })?.get("ADMIN_TOTP_SECRET")).toBe("");
});

test("an invalid address or missing password is reported before any call", () => {
  expect(() => siteVars("wake.test", { ADMIN_PASSWORD: "p" })).toThrow("wake.test isn't an address");
  expect(() => siteVars("https://wake.test", {})).toThrow("ADMIN_PASSWORD in the environment");
});
