import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createSandbox, type SandboxOptions } from "./app.ts";

type Fetch = Parameters<typeof getRequestListener>[0];

/** An idle connection stays open: a client that used it in the moment of its end would lose its request. */
export const STAYS_OPEN = { keepAliveTimeout: 0 };

export class PortTakenError extends Error {}

type RunningSandbox = { url: string; close: () => Promise<void> };

/** Port 0 takes a free one. Throws PortTakenError if another program has the port. */
export async function startSandbox(options: SandboxOptions & { port: number }): Promise<RunningSandbox> {
  const { app, stop } = createSandbox(options);
  const { port, close } = await listenOnLocalhost(app.fetch, options.port);
  const closeAll = async () => {
    stop();
    await close();
  };
  return { url: `http://localhost:${port}`, close: closeAll };
}

/**
 * "localhost" is 127.0.0.1 for some clients and ::1 for others (workerd, Chromium, and Node differ), and a server bound
 * to the name gets only the first of them. So there is one server per loopback address, and none on public interfaces.
 */
export async function listenOnLocalhost(fetch: Fetch, wantedPort: number) {
  // The adapter would otherwise replace the test process's global Request and Response.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const servers: Server[] = [createServer(STAYS_OPEN, listener)];
  const [first] = servers as [Server];
  await listen(first, wantedPort, "127.0.0.1");
  const { port } = first.address() as AddressInfo;

  const second = createServer(STAYS_OPEN, listener);
  try {
    await listen(second, port, "::1");
    servers.push(second);
  } catch (error) {
    if (!isWithoutIpv6(error)) {
      await close(servers);
      // Port 0 found a port that was free on only one of the addresses, so try another.
      if (wantedPort === 0 && error instanceof PortTakenError) return listenOnLocalhost(fetch, 0);
      throw error;
    }
  }
  return { port, close: () => close(servers) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new PortTakenError(`Port ${port} is in use on ${host}.`) : error),
    );
    server.listen(port, host, resolve);
  });
}

const isWithoutIpv6 = (error: unknown) =>
  ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes((error as NodeJS.ErrnoException).code ?? "");

async function close(servers: Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
