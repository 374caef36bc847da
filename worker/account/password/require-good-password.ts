import type { Ctx } from "../../kernel/context.ts";
import { invalid, unavailable } from "../../kernel/errors.ts";
import { errorFields, log } from "../../kernel/log.ts";

const COMMON = "This password is too common, so it's easy to guess. Choose another.";
const ADDRESS = "Choose a password that doesn't contain your email address.";
const NOT_NOW = "We couldn't check your new password just now. Nothing was changed. Try again.";
/** A shorter name occurs in too many ordinary words. */
const SHORTEST_NAME = 4;
/** Generated at build time (scripts/build/common-passwords.ts). */
const FILE = "/public/common-passwords.txt";

/** Loaded once per isolate, on first use. */
let common: Set<string> | undefined;

/** @throws AppError `unavailable`: skipping the check would let anyone who can make the list fail get around it */
async function commonPasswords(ctx: Ctx): Promise<Set<string>> {
  if (common) return common;
  try {
    common = new Set((await ctx.readFile(FILE)).split("\n"));
    return common;
  } catch (error) {
    log("error", "common_passwords_not_read", errorFields(error));
    throw unavailable(NOT_NOW);
  }
}

async function problemOf(ctx: Ctx, password: string, email: string): Promise<string | null> {
  const text = password.normalize("NFKC").toLowerCase();
  const address = email.toLowerCase();
  const [name = ""] = address.split(/[@+]/);
  if (text.includes(address) || (name.length >= SHORTEST_NAME && text.includes(name))) return ADDRESS;
  return (await commonPasswords(ctx)).has(text) ? COMMON : null;
}

type Chosen = { field: "password" | "newPassword"; password: string; email: string };

/** Rejects common passwords and those that contain the address or its local part. @throws AppError `validation`, or `unavailable` */
export async function requireGoodPassword(ctx: Ctx, { field, password, email }: Chosen): Promise<void> {
  const problem = await problemOf(ctx, password, email);
  if (problem !== null) throw invalid(problem, { [field]: problem });
}
