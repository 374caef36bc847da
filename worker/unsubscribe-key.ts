import { Buffer } from "node:buffer";
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
function keysOf({ unsubscribeSecrets, appSecret }: Config, memberId: string): string[] {
  return [...unsubscribeSecrets, appSecret].map((secret) => keyBy(secret, memberId));
}

export function isUnsubscribeKey(config: Config, memberId: string, key: string): boolean {
  return keysOf(config, memberId).some((expected) => isSameSecret(key, expected));
}

function urlBy({ appUrl }: Config, memberId: string, key: string): string {
  return `${appUrl}${unsubscribePath(memberId, key)}`;
}

export function unsubscribeUrl(config: Config, memberId: string): string {
  return urlBy(config, memberId, unsubscribeKey(config, memberId));
}

const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{20})$/;

/** A link's key as far as it goes into an address, whose part before the @ has 64 characters and may lose its capitals. */
function shortened(key: string): string {
  return Buffer.from(key, "base64url").toString("hex").slice(0, 20);
}

function addressBy({ unsubscribeAddress }: Config, memberId: string, key: string): string | null {
  if (unsubscribeAddress === null || !UUID.test(memberId)) return null;
  return unsubscribeAddress.replace("@", `+${memberId.replaceAll("-", "")}${shortened(key)}@`);
}

/** To write to it stops a member's mails; null where no mail comes in, or for an id that does not fit. */
export function unsubscribeAddress(config: Config, memberId: string): string | null {
  return addressBy(config, memberId, unsubscribeKey(config, memberId));
}

/** Whose mails stop when somebody writes to an address; null for an address that is not ours. */
export function memberOfUnsubscribeAddress(config: Config, address: string): string | null {
  const [name = "", domain] = (config.unsubscribeAddress ?? "").toLowerCase().split("@");
  const given = address.trim().toLowerCase();
  if (name === "" || !given.startsWith(`${name}+`) || !given.endsWith(`@${domain}`)) return null;
  const parts = TOKEN.exec(given.slice(name.length + 1, given.lastIndexOf("@")))?.slice(1) ?? [];
  const key = parts.pop() ?? "";
  const memberId = parts.join("-");
  const isOurs = keysOf(config, memberId).some((expected) => isSameSecret(key, shortened(expected)));
  return isOurs ? memberId : null;
}

/**
 * The address of a mail's link, and its headers. RFC 8058: one click, by POST, to the address that also shows a page; a mail program
 * that knows no POST may write instead. A signature is most of what a mail costs: this makes one.
 */
export function unsubscribeWays(config: Config, memberId: string): { url: string; headers: Record<string, string> } {
  const key = unsubscribeKey(config, memberId);
  const url = urlBy(config, memberId, key);
  const address = addressBy(config, memberId, key);
  const byMail = address === null ? "" : `, <mailto:${address}?subject=unsubscribe>`;
  const headers = {
    "List-Unsubscribe": `<${url}>${byMail}`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { url, headers };
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
