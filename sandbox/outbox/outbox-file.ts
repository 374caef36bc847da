import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";

const mail = z.looseObject({ id: z.string(), to: z.array(z.string()), payloadSha256: z.string() });

/** An email of an earlier run; null for a line that its end cut off. */
function mailOf<Mail>(line: string): Mail | null {
  try {
    return mail.parse(JSON.parse(line)) as Mail;
  } catch {
    return null;
  }
}

const toLine = (one: unknown) => `${JSON.stringify(one)}\n`;

/** The latest emails of earlier runs, oldest first, and a file that keeps those to come: one line each. */
export function openOutboxFile<Mail>(file: string, kept: number) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const mails = lines.flatMap((line) => mailOf<Mail>(line) ?? []).slice(-kept);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, mails.map(toLine).join(""));
  return {
    mails,
    add: (one: Mail) => appendFileSync(file, toLine(one)),
    clear: () => writeFileSync(file, ""),
  };
}
