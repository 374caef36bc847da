import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Config } from "../../kernel/env.ts";

const BLOCK_SIZE = 8;
const PARALLELISM = 5;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

type Cost = Pick<Config, "scryptCost">;
type Parameters = { N: number; r: number; p: number };

function derive(password: string, salt: Buffer, keyBytes: number, { N, r, p }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, { N, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** The hash names its parameters, so it stays valid when the cost changes: `scrypt$N$r$p$salt$key`. */
export async function hashPassword({ scryptCost: N }: Cost, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, { N, r: BLOCK_SIZE, p: PARALLELISM });
  return ["scrypt", N, BLOCK_SIZE, PARALLELISM, salt.toString("base64url"), key.toString("base64url")].join("$");
}

// Rejects damaged hashes too: one cut off before its key would match any password.
const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{43})$/;

/** Checks a password. A null `hash` (no such member, no password yet) takes the same time and returns false. */
export async function verifyPassword({ scryptCost }: Cost, password: string, hash: string | null): Promise<boolean> {
  const [, N = scryptCost, r = BLOCK_SIZE, p = PARALLELISM, salt = "nobody", key] = HASH.exec(hash ?? "") ?? [];
  const expected = key === undefined ? Buffer.alloc(KEY_BYTES) : Buffer.from(key, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(derived, expected) && key !== undefined;
}
