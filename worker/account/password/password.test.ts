import { expect, test } from "vitest";
import { type Env, readConfig } from "../../kernel/env.ts";
import { hashPassword, verifyPassword } from "./password.ts";

const cheap = { scryptCost: 16 };
/** A server outside development, which always hashes at full cost. */
const production = readConfig({
  APP_URL: "https://daybolt.example",
  APP_SECRET: "a secret of at least thirty-two characters",
  ADMIN_PASSWORD: "sixteen or longer",
  RESEND_API_KEY: "re_key",
  SCRYPT_COST: "16",
} as unknown as Env);

test("production uses OWASP's scrypt parameters, within workerd's limit", async () => {
  const hash = await hashPassword(production, "open sesame");
  expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(16_384 * 8 * 5).toBeLessThanOrEqual(2 ** 20);
  expect(await verifyPassword(production, "open sesame", hash)).toBe(true);
});

test("a hash names its parameters, and two hashes of the same password have different salts", async () => {
  const [one, other] = await Promise.all([hashPassword(cheap, "open sesame"), hashPassword(cheap, "open sesame")]);
  for (const hash of [one, other]) expect(hash).toMatch(/^scrypt\$16\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
});

test("only the password that was hashed verifies", async () => {
  const hash = await hashPassword(cheap, "Passwörd 1");
  const tried = ["Passwörd 1", "passwörd 1", "Passwörd 1 ", "Passwörd", ""];
  expect(await Promise.all(tried.map((password) => verifyPassword(cheap, password, hash)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a password verifies in any Unicode composition the keyboard uses", async () => {
  expect(await verifyPassword(cheap, "Passwo\u0308rd", await hashPassword(cheap, "Passw\u00f6rd"))).toBe(true);
});

test("a hash made with other parameters is still verified with its own", async () => {
  // scrypt("pleaseletmein", "SodiumChloride", N 16384, r 8, p 1), RFC 7914 section 12, first 32 bytes.
  const key = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex");
  const hash = ["scrypt", 16_384, 8, 1, Buffer.from("SodiumChloride").toString("base64url"), key.toString("base64url")];
  expect(await verifyPassword(cheap, "pleaseletmein", hash.join("$"))).toBe(true);
});

test("no password verifies without a hash", async () => {
  for (const password of ["", "open sesame"]) expect(await verifyPassword(cheap, password, null)).toBe(false);
});

test("no password verifies against a damaged hash", async () => {
  const whole = await hashPassword(cheap, "open sesame");
  const withoutKey = whole.slice(0, whole.lastIndexOf("$") + 1);
  for (const hash of [withoutKey, `${withoutKey}AAAA`, withoutKey.slice(0, -1), "scrypt", ""]) {
    expect(await verifyPassword(cheap, "open sesame", hash), hash).toBe(false);
  }
});
