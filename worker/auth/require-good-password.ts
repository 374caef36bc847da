import frontCoded from "../../dist/passwords/common.json";
import { invalid } from "../errors.ts";

const COMMON = "This password is one of the most used, and so one of the first to be guessed. Please choose another.";
const ADDRESS = "Please choose a password that does not contain your email address.";
/** A shorter name is part of too many words. */
const SHORTEST_NAME = 4;

let common: Set<string> | undefined;

/** The list of the build (`scripts/build/common-passwords.ts`), where each says how much of its start the one before has. */
function decode(): Set<string> {
  let before = "";
  const words = frontCoded.split("\n").map((line) => {
    before = before.slice(0, Number.parseInt(line.charAt(0), 36)) + line.slice(1);
    return before;
  });
  return new Set(words);
}

function problemOf(password: string, email: string): string | null {
  const text = password.normalize("NFKC").toLowerCase();
  const address = email.toLowerCase();
  const [name = ""] = address.split(/[@+]/);
  if (text.includes(address) || (name.length >= SHORTEST_NAME && text.includes(name))) return ADDRESS;
  common ??= decode();
  return common.has(text) ? COMMON : null;
}

/**
 * Refuses what a guesser tries first: the 10,000 most common passwords, and what holds the member's address or the name before its @.
 * @throws AppError `validation`, beside the field
 */
export function requireGoodPassword(field: "password" | "newPassword", password: string, email: string): void {
  const problem = problemOf(password, email);
  if (problem !== null) throw invalid(problem, { [field]: problem });
}
