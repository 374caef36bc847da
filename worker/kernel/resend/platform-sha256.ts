import { createHmac } from "node:crypto";

/** Replaces the hash function that the Resend SDK bundles for checking signatures (wrangler.toml, [alias]). */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(data).digest();
}
