import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { MIN_PASSWORD_LENGTH } from "#domain/rules/credentials.ts";

const MOST = 10_000;

/** The most common passwords that meet the minimum length, in alphabetical order. */
export function commonPasswords(): string[] {
  const ranked = dictionary["passwords-common"].map((word) => word.normalize("NFKC").toLowerCase());
  const long = ranked.filter((word) => [...word].length >= MIN_PASSWORD_LENGTH);
  return [...new Set(long)].slice(0, MOST).sort();
}

/** Writes the list of passwords that the Worker rejects. An unchanged file isn't rewritten. */
export async function writeCommonPasswords(path: string): Promise<string> {
  const words = commonPasswords();
  const text = words.join("\n");
  if ((await readFile(path, "utf8").catch(() => null)) !== text) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return `${words.length} common passwords, ${(text.length / 1024).toFixed(0)} KiB`;
}
