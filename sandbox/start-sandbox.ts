import { createSandbox, type SandboxOptions } from "./app.ts";
import { listenOnLocalhost } from "./listen-on-localhost.ts";

export type RunningSandbox = { url: string; close: () => Promise<void> };

/** Port 0 takes a free one. Throws PortTakenError when another program has the port. */
export async function startSandbox(options: SandboxOptions & { port: number }): Promise<RunningSandbox> {
  const { port, close } = await listenOnLocalhost(createSandbox(options).fetch, options.port);
  return { url: `http://localhost:${port}`, close };
}
