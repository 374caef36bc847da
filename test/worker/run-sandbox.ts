import type { TestProject } from "vitest/node";
import { startSandbox } from "#sandbox/start-sandbox.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the sandbox of this test run listens. */
    sandboxUrl: string;
    /** Whether the administrator's calls are measured at the size that the product is built for (npm run test:long). */
    isLargeHouse: boolean;
  }
}

/** One sandbox for the run: the Worker under test sends its mail there with the real SDK. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ port: 0 });
  project.provide("sandboxUrl", sandbox.url);
  return () => sandbox.close();
}
