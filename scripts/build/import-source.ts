import { runnerImport } from "vite";
import { ROOT } from "./paths.ts";

/** Imports a TypeScript or TSX module of the repository into this process. Node strips types, but cannot read JSX. */
export async function importSource<Module>(path: string): Promise<Module> {
  const { module } = await runnerImport<Module>(`${ROOT}${path}`, {
    root: ROOT,
    configFile: false,
    logLevel: "error",
  });
  return module;
}
