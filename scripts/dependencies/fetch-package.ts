import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlainError } from "../stack/run-tool.ts";

const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", "--loglevel=silent"];

/**
 * Loads a package that one tool uses, and rarely: it's installed into a temporary folder until the process ends.
 * @throws PlainError without a network
 */
export function fetchPackage<Module>(name: string, version: string): Module {
  const folder = mkdtempSync(join(tmpdir(), "daybolt-package-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync("npm", ["install", "--prefix", folder, ...QUIETLY, `${name}@${version}`], { stdio: "ignore" });
  } catch {
    throw new PlainError(`${name} ${version} couldn't be fetched. Check your connection and try again.`);
  }
  return createRequire(join(folder, "package.json"))(name) as Module;
}
