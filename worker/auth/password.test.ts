import { expect, test } from "vitest";
import { hashPassword, SCRYPT, verifyPassword } from "./password.ts";

test("the parameters are OWASP's for scrypt, within what workerd computes", () => {
  expect(SCRYPT).toEqual({ N: 16_384, r: 8, p: 5, keyBytes: 32, saltBytes: 16 });
  expect(SCRYPT.N * SCRYPT.r * SCRYPT.p).toBeLessThanOrEqual(2 ** 20);
});

test("a hash names its parameters, and two of the same password differ by their salt", async () => {
  const [one, other] = await Promise.all([hashPassword("open sesame"), hashPassword("open sesame")]);
  for (const hash of [one, other]) expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
});

test("only the password that was hashed is right", async () => {
  const hash = await hashPassword("Passwörd 1");
  const tried = ["Passwörd 1", "passwörd 1", "Passwörd 1 ", "Passwörd", ""];
  expect(await Promise.all(tried.map((password) => verifyPassword(password, hash)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a password is the same however a keyboard composes its letters", async () => {
  expect(await verifyPassword("Passwo\u0308rd", await hashPassword("Passw\u00f6rd"))).toBe(true);
});

test("a hash made under other parameters is still verified under its own", async () => {
  // scrypt("pleaseletmein", "SodiumChloride", N 16384, r 8, p 1), RFC 7914 section 12, first 32 bytes.
  const key = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex");
  const hash = ["scrypt", 16_384, 8, 1, Buffer.from("SodiumChloride").toString("base64url"), key.toString("base64url")];
  expect(await verifyPassword("pleaseletmein", hash.join("$"))).toBe(true);
});

test("without a hash no password is right", async () => {
  expect(await verifyPassword("", null)).toBe(false);
  expect(await verifyPassword("open sesame", null)).toBe(false);
});

test("a damaged hash lets nobody in", async () => {
  const whole = await hashPassword("open sesame");
  const withoutKey = whole.slice(0, whole.lastIndexOf("$") + 1);
  for (const hash of [withoutKey, `${withoutKey}AAAA`, withoutKey.slice(0, -1), "scrypt", ""]) {
    expect(await verifyPassword("open sesame", hash), hash).toBe(false);
  }
});
