import { createHash, createHmac, timingSafeEqual } from "node:crypto";

type Config = { lookUpSecret: string };

/** HMAC-SHA-256 of a value for a purpose, base64url. */
export function hmac(secret: string, purpose: string, value: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${value}`).digest("base64url");
}

/** What is stored in place of a value, to find it again: by `APP_SECRET` for good, whichever key signs. */
export function keyedHash(
  config: Config,
  purpose: "attempt" | "suppressed-address" | "network",
  value: string,
): string {
  return hmac(config.lookUpSecret, purpose, value);
}

/** What is kept of an address that outlives its account; of its normalised form. */
export function addressHash(config: Config, emailKey: string): string {
  return keyedHash(config, "suppressed-address", emailKey);
}

/** What a log line or the audit says of a network that is refused: enough to tell one from another, by who has the secret alone. */
export function networkHash(config: Config, network: string): string {
  return keyedHash(config, "network", network);
}

export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** Compares two texts of any length in time that does not tell where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(createHash("sha256").update(given).digest(), createHash("sha256").update(expected).digest());
}

/** The form of an address that is unique and that look-ups go by. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase();
}
