import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's scrypt choice that fits an isolate (16 MiB); workerd refuses N·r·p above 2^20. */
export const SCRYPT = { N: 16_384, r: 8, p: 5, keyBytes: 32, saltBytes: 16 } as const;

type Parameters = { N: number; r: number; p: number };

function derive(password: string, salt: Buffer, keyBytes: number, { N, r, p }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, { N, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A self-describing hash: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SCRYPT.saltBytes);
  const key = await derive(password, salt, SCRYPT.keyBytes, SCRYPT);
  return ["scrypt", SCRYPT.N, SCRYPT.r, SCRYPT.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

// Someone without a password costs the same time as someone with a wrong one.
const NOBODYS_HASH = `scrypt$${SCRYPT.N}$${SCRYPT.r}$${SCRYPT.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

// A damaged hash is nobody's as well: one cut off before its key would be equal to whatever is typed.
const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{43})$/;

/** Whether the password is the one that was hashed. `null` (no such member, no password yet) takes the same time and is false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const known = HASH.exec(hash ?? "");
  const [, N, r, p, salt = "", key = ""] = known ?? HASH.exec(NOBODYS_HASH) ?? [];
  const expected = Buffer.from(key, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derived, expected) && known !== null;
}
