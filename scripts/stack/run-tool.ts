import { spawn } from "node:child_process";

/** A failure that the person at the terminal can act on: printed without a stack. */
export class PlainError extends Error {}

/** Ends the process with one clear sentence, or with the whole error if it's unexpected. */
export function exitWith(error: unknown): never {
  console.error(error instanceof PlainError ? `\n${error.message}\n` : error);
  process.exit(1);
}

type Options = { env?: Record<string, string>; quiet?: boolean; what: string };

/** Local tools must not prompt or send telemetry. */
export const TOOL_ENV = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NO_COLOR: "1",
} as const;

const SIGN_OF_LIFE_MS = 10_000;

/** Runs a tool from node_modules. A quiet one prints a line every ten seconds. @throws PlainError with the tail of its output */
export function runTool(command: string, args: string[], { env, quiet = false, what }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
      env: { ...process.env, ...TOOL_ENV, ...env },
    });
    // The tool ends with this process.
    const end = () => child.kill();
    process.once("exit", end);
    const startedAt = performance.now();
    const sayHowLong = () => console.log(`${what}: ${Math.round((performance.now() - startedAt) / 1000)} s …`);
    const signs = quiet ? setInterval(sayHowLong, SIGN_OF_LIFE_MS) : undefined;
    child.once("close", () => {
      process.off("exit", end);
      clearInterval(signs);
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => reject(new PlainError(`${what} failed: ${error.message}`)));
    child.on("exit", (code) => {
      if (code === 0) return resolve();
      const tail = output.trim().split("\n").slice(-20).join("\n");
      reject(new PlainError(`${tail}\n\n${what} failed.`.trim()));
    });
  });
}
