import { existsSync } from "node:fs";
import { build } from "vite";
import { CLIENT, ROOT } from "./paths.ts";

/** Bundles both web entries with their hashed assets. */
export async function buildClient(): Promise<string> {
  const result = await build({ configFile: `${ROOT}vite.config.ts`, root: `${ROOT}web`, logLevel: "warn" });
  if (!existsSync(`${CLIENT}/public/index.html`)) throw new Error(`Vite wrote no ${CLIENT}/public/index.html.`);
  const bundles = Array.isArray(result) ? result : "output" in result ? [result] : [];
  const files = bundles.flatMap((bundle) => bundle.output);
  return `${files.length} files`;
}
