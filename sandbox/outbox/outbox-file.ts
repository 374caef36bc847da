import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import type { OutboxMail } from "./outbox.ts";

const mail = z.looseObject({ id: z.string(), to: z.array(z.string()), payloadSha256: z.string() });

/** An email of an earlier run; null for a line that its end cut off. */
function mailOf(line: string): OutboxMail | null {
  try {
    return mail.parse(JSON.parse(line)) as unknown as OutboxMail;
  } catch {
    return null;
  }
}

const toLine = (one: OutboxMail) => `${JSON.stringify(one)}\n`;

/** The latest emails of earlier runs, oldest first, and a file that keeps those to come: one line each. */
export function openOutboxFile(file: string, kept: number) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const mails = lines.flatMap((line) => mailOf(line) ?? []).slice(-kept);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, mails.map(toLine).join(""));
  return {
    mails,
    add: (one: OutboxMail) => appendFileSync(file, toLine(one)),
    clear: () => writeFileSync(file, ""),
  };
}
