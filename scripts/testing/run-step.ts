import { spawn } from "node:child_process";
import { TOOL_ENV } from "../stack/run-tool.ts";

export type Counts = { passed: number; failed: number; skipped: number };

type Step = { title: string; command: string; args: string[]; env?: Record<string, string> };

/** Runs one step with its output on the terminal; answers whether it ended well. */
export function runStep({ title, command, args, env }: Step): Promise<boolean> {
  console.log(`\n── ${title}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...TOOL_ENV, ...env },
    });
    child.once("error", (error) => {
      console.error(`${title} could not be started: ${error.message}`);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}

export function asCounts(isGood: boolean): Counts {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}
