import type { TestProject } from "vitest/node";
import { createSandbox } from "#sandbox/app.ts";
import { PAYPAL_DOCUMENTS, readPayPalDocuments } from "#sandbox/paypal/documents/documents.ts";
import { listenOnLocalhost } from "#sandbox/start-sandbox.ts";
import type { ChaosSettings } from "#test/chaos/chaos-settings.ts";
import type { FuzzSettings } from "#test/fuzz/fuzz-settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The sandboxes' addresses, one per vitest worker. */
    sandboxUrls: string[];
    /** Whether admin calls are measured at the size that the product is built for (npm run test:long). */
    isLargeHouse: boolean;
    chaos: ChaosSettings;
    fuzz: FuzzSettings;
  }
}

// If PayPal's documents are available, they validate every call by the Worker.
const payPalDocuments = readPayPalDocuments(PAYPAL_DOCUMENTS);

/** A sandbox that resets at DELETE /. */
async function startSandbox() {
  const create = () => createSandbox({ payPalDocuments });
  let sandbox = create();
  const { port, close } = await listenOnLocalhost((request, env) => {
    if (request.method !== "DELETE" || new URL(request.url).pathname !== "/") return sandbox.app.fetch(request, env);
    sandbox.stop();
    sandbox = create();
    return new Response();
  }, 0);
  const closeAll = () => {
    sandbox.stop();
    return close();
  };
  return { url: `http://localhost:${port}`, close: closeAll };
}

/** One sandbox per vitest worker: the Worker under test sends its emails and takes its payments there. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandboxes = await Promise.all(Array.from({ length: project.config.maxWorkers }, startSandbox));
  const urls = sandboxes.map(({ url }) => url);
  project.provide("sandboxUrls", urls);
  return async () => void (await Promise.all(sandboxes.map(({ close }) => close())));
}
