import { unsubscribePath } from "#domain/paths.ts";
import type { Config } from "../env.ts";
import { isSameSecret, keyedHash } from "../hashing.ts";

/** Without issue time or randomness, so that a mail sent again is the same to the byte. */
export function unsubscribeKey(config: Config, memberId: string): string {
  return keyedHash(config, "unsubscribe", memberId);
}

export function isUnsubscribeKey(config: Config, memberId: string, key: string): boolean {
  return isSameSecret(key, unsubscribeKey(config, memberId));
}

export function unsubscribeUrl(config: Config, memberId: string): string {
  return `${config.appUrl}${unsubscribePath(memberId, unsubscribeKey(config, memberId))}`;
}
