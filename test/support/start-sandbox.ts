import type { TestProject } from "vitest/node";
import { startSandbox } from "#sandbox/start-sandbox.ts";

/** One sandbox for the run: the Worker under test sends its mail there with the real SDK. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ port: 0 });
  project.provide("sandboxUrl", sandbox.url);
  return () => sandbox.close();
}
