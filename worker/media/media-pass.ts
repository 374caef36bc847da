import type { Config } from "../env.ts";
import { isSameSecret, keyedHash } from "../hashing.ts";

/** A pass that opens every medium until an instant (epoch ms), to whoever holds it. */
export function signPass(config: Config, expiresAt: number): string {
  return `${expiresAt}.${keyedHash(config, "media-pass", String(expiresAt))}`;
}

/** Until when a pass is good (epoch ms), or null for one that is missing, forged or over. */
export function readPass(config: Config, pass: string | undefined, now: number): number | null {
  const [expiry = "", signature = ""] = pass?.split(".") ?? [];
  const expiresAt = Number(expiry);
  if (!isSameSecret(signature, keyedHash(config, "media-pass", expiry))) return null;
  return expiresAt > now ? expiresAt : null;
}
