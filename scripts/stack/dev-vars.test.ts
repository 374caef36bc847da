import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDevVars, writeDevVars } from "./dev-vars.ts";

const addresses = { appUrl: "http://localhost:9000", sandboxUrl: "http://localhost:9001" };
const freshFile = () => join(mkdtempSync(join(tmpdir(), "daybolt-vars-")), "vars");

test("secrets are created once and kept, and addresses follow the ports", () => {
  const file = freshFile();
  writeDevVars(file, { appUrl: "http://localhost:1", sandboxUrl: "http://localhost:2" });
  const first = readDevVars(file);
  writeDevVars(file, addresses);
  const second = readDevVars(file);
  expect(second.get("APP_SECRET")).toBe(first.get("APP_SECRET"));
  expect(second.get("APP_SECRET")?.length).toBeGreaterThanOrEqual(32);
  expect(second.get("APP_URL")).toBe(addresses.appUrl);
  expect(second.get("RESEND_BASE_URL")).toBe(addresses.sandboxUrl);
  expect(second.get("PAYPAL_BASE_URL")).toBe(addresses.sandboxUrl);
  expect(second.get("PAYPAL_SDK_URL")).toBe(`${addresses.sandboxUrl}/sdk/js`);
});

test("a developer's own comments, quotes, and variables are kept", () => {
  const file = freshFile();
  writeFileSync(file, "# mine\nADMIN_PASSWORD='my own password' # tests\nexport APP_URL=http://old\nX_2=y");
  writeDevVars(file, addresses);
  const vars = readDevVars(file);
  expect(vars.get("ADMIN_PASSWORD")).toBe("my own password");
  expect(vars.get("X_2")).toBe("y");
  expect(vars.get("APP_URL")).toBe(addresses.appUrl);
  expect(readFileSync(file, "utf8")).toContain("# mine\n");
});
