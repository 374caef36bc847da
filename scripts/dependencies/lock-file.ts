import { readFileSync } from "node:fs";
import * as z from "zod";

const names = z.record(z.string(), z.string()).optional();

const entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  optionalDependencies: names,
});
export type Entry = z.infer<typeof entry>;

const FOLDER = "node_modules/";

/** The packages of package-lock.json by path. The project itself has an empty path. */
export function readLock(): [path: string, entry: Entry][] {
  const lock = z.object({ packages: z.record(z.string(), entry) });
  const { packages } = lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  return Object.entries(packages).filter(([path]) => path !== "");
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}
