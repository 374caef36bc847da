import { createServer } from "node:net";
import { PlainError } from "./exit-with.ts";

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** @throws PlainError that says how to choose another port */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const free = (await Promise.all([canListen(port, "127.0.0.1"), canListen(port, "::1")])).every(Boolean);
  if (!free) {
    throw new PlainError(
      `Port ${port} is taken. Stop what uses it, or choose another one: ${variable}=${port + 10} npm start`,
    );
  }
}

/** A port from a variable. @throws PlainError when it is no port */
export function portFrom(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new PlainError(`${variable} must be a port number, not "${text}".`);
}

/** A port that nobody uses at the moment, for a stack of tests. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
