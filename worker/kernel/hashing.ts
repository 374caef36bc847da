import { createHash, createHmac, timingSafeEqual } from "node:crypto";

type Purpose = "admin-key" | "attempt" | "suppressed-address" | "network";
type Config = { lookUpSecret: string };

/** `purpose` keeps a hash from being valid elsewhere. The result is base64url. */
export function hmac(secret: string, purpose: string, value: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${value}`).digest("base64url");
}

/** Hash to store in place of a value and look it up by. It always uses `APP_SECRET`, whichever key signs. */
export function keyedHash(config: Config, purpose: Purpose, value: string): string {
  return hmac(config.lookUpSecret, purpose, value);
}

/** Hash of a normalized email address, kept after its account is gone. */
export function addressHash(config: Config, emailKey: string): string {
  return keyedHash(config, "suppressed-address", emailKey);
}

/** Hash that identifies a refused network in logs and the audit. Only someone with the secret can link it to an address. */
export const networkHash = (config: Config, network: string): string => keyedHash(config, "network", network);

export const sha256 = (value: string): string => createHash("sha256").update(value).digest("hex");

export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(createHash("sha256").update(given).digest(), createHash("sha256").update(expected).digest());
}

export const emailKeyOf = (email: string): string => email.trim().toLowerCase();
