import { unsubscribePath } from "#domain/paths.ts";
import type { Config } from "./env.ts";
import { isSameSecret, keyedHash } from "./hashing.ts";

function keyBy(appSecret: string, memberId: string): string {
  return keyedHash({ appSecret }, "unsubscribe", memberId);
}

/** Without issue time or randomness, so that a mail sent again is the same to the byte. The newest secret signs. */
export function unsubscribeKey({ unsubscribeSecrets, appSecret }: Config, memberId: string): string {
  return keyBy(unsubscribeSecrets.at(-1) ?? appSecret, memberId);
}

/** Links never expire: every secret that has ever signed one is still taken. */
export function isUnsubscribeKey({ unsubscribeSecrets, appSecret }: Config, memberId: string, key: string): boolean {
  return [...unsubscribeSecrets, appSecret].some((secret) => isSameSecret(key, keyBy(secret, memberId)));
}

export function unsubscribeUrl(config: Config, memberId: string): string {
  return `${config.appUrl}${unsubscribePath(memberId, unsubscribeKey(config, memberId))}`;
}

/** RFC 8058: one click, by POST, to the address that also shows a page. */
export function unsubscribeHeaders(config: Config, memberId: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribeUrl(config, memberId)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Proves who holds it to be the one whose call stopped this member's mails at this instant. */
export function undoValue(config: Config, memberId: string, stoppedAt: number): string {
  return `${stoppedAt}.${keyedHash(config, "undo-unsubscribe", `${memberId}:${stoppedAt}`)}`;
}

/** When the mails were stopped, or null for a value that is not ours. */
export function stopOfUndo(config: Config, memberId: string, undo: string): number | null {
  const stoppedAt = Number(undo.slice(0, undo.indexOf(".")));
  return isSameSecret(undo, undoValue(config, memberId, stoppedAt)) ? stoppedAt : null;
}
