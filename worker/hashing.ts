import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "./env.ts";

type Secret = Pick<Config, "appSecret">;

/** What a keyed hash is for; a value made for one purpose is worthless for another. */
type Purpose =
  | "admin-session"
  | "attempt"
  | "by-mail-undo"
  | "gift"
  | "gift-capture"
  | "gift-order"
  | "item-pass"
  | "link"
  | "live-event"
  | "media-pass"
  | "suppressed-address"
  | "unsubscribe"
  | "undo-unsubscribe"
  | "wake-up-mail";

/** HMAC-SHA-256 of a value for a purpose, base64url. */
export function keyedHash(config: Secret, purpose: Purpose, value: string): string {
  return createHmac("sha256", config.appSecret).update(`${purpose}:${value}`).digest("base64url");
}

/** The token of a single-use link: it can be made again for a retried mail, and stands nowhere in the database. */
export function tokenOf(config: Config, linkId: string): string {
  return keyedHash(config, "link", linkId);
}

/** What is kept of an address that outlives its account; of its normalised form. */
export function addressHash(config: Config, emailKey: string): string {
  return keyedHash(config, "suppressed-address", emailKey);
}

export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** Compares two texts of any length in time that does not tell where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(createHash("sha256").update(given).digest(), createHash("sha256").update(expected).digest());
}
