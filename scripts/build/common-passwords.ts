import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { MIN_PASSWORD_LENGTH } from "#domain/rules/credentials.ts";

const MOST = 10_000;
/** One digit of base 36 says how much is shared. */
const LONGEST_SHARED = 35;

/** The most common passwords that are long enough to be chosen, in the order of their letters. */
export function commonPasswords(): string[] {
  const ranked = dictionary["passwords-common"].map((word) => word.normalize("NFKC").toLowerCase());
  const long = ranked.filter((word) => [...word].length >= MIN_PASSWORD_LENGTH);
  return [...new Set(long)].slice(0, MOST).sort();
}

/** Each word as the number of characters that it shares with the one before (base 36) and the rest: a third less to ship. */
export function frontCode(words: string[]): string {
  return words
    .map((word, index) => {
      const before = words[index - 1] ?? "";
      let shared = 0;
      while (shared < Math.min(LONGEST_SHARED, before.length) && word[shared] === before[shared]) shared += 1;
      return shared.toString(36) + word.slice(shared);
    })
    .join("\n");
}

/** Writes the list that the Worker refuses passwords by, which it reads when somebody chooses one. An equal file is left alone. */
export async function writeCommonPasswords(path: string): Promise<string> {
  const words = commonPasswords();
  const text = frontCode(words);
  if ((await readFile(path, "utf8").catch(() => null)) !== text) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return `${words.length} common passwords, ${(text.length / 1024).toFixed(0)} KiB`;
}
