import type { TestProject } from "vitest/node";
import { PAYPAL_DOCUMENTS, readPayPalDocuments } from "#sandbox/paypal/documents/documents.ts";
import { startSandbox } from "#sandbox/start-sandbox.ts";
import type { ChaosSettings } from "#test/chaos/chaos-settings.ts";
import type { FuzzSettings } from "#test/fuzz/fuzz-settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the sandbox of this test run listens. */
    sandboxUrl: string;
    /** Whether the administrator's calls are measured at the size that the product is built for (npm run test:long). */
    isLargeHouse: boolean;
    chaos: ChaosSettings;
    fuzz: FuzzSettings;
  }
}

/**
 * One sandbox for the run: the Worker under test sends its mail there with the real SDK and takes its payments there. Where
 * PayPal's documents are at hand, they hold every call that it makes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ port: 0, payPalDocuments: readPayPalDocuments(PAYPAL_DOCUMENTS) });
  project.provide("sandboxUrl", sandbox.url);
  return () => sandbox.close();
}
