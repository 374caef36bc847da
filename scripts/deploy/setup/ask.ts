import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks a person; a hidden answer isn't echoed. */
export type Ask = (question: string, isHidden: boolean) => Promise<string>;

/** Asks on this terminal; null if it isn't interactive. */
export function askOnTerminal(): Ask | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async (question, isHidden) => {
    process.stdout.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stdout, terminal: true });
    try {
      return (await lines.question("")).trim();
    } finally {
      lines.close();
      if (isHidden) process.stdout.write("\n");
    }
  };
}
