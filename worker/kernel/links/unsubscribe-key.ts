import { Buffer } from "node:buffer";
import { unsubscribePath } from "#domain/paths.ts";
import type { Config } from "../env.ts";
import { hmac, isSameSecret } from "../hashing.ts";
import { isSigned, presentKey, sign } from "./signing-keys.ts";

/** `unsubscribeKey` is the ID of the key that signed when the account was created. It never changes. */
export type Subscriber = { id: string; unsubscribeKey: number };

const keyBy = (secret: string, memberId: string): string => hmac(secret, "unsubscribe", memberId);

/** Contains no issue time or randomness: a member's link is the same in every email, whichever key signs now. */
export function unsubscribeKey(config: Config, { id, unsubscribeKey: of }: Subscriber): string {
  return keyBy(config.signingKeys.secrets.get(of) ?? presentKey(config).secret, id);
}

/** Links never expire, so a retired key's secret is valid, too. They carry no key ID because an address has no room for it. */
function keysOf({ signingKeys }: Config, memberId: string): string[] {
  return [...signingKeys.secrets.values()].map((secret) => keyBy(secret, memberId));
}

export function isUnsubscribeKey(config: Config, memberId: string, key: string): boolean {
  return keysOf(config, memberId).some((expected) => isSameSecret(key, expected));
}

function urlBy({ appUrl }: Config, memberId: string, key: string): string {
  return `${appUrl}${unsubscribePath(memberId, key)}`;
}

export function unsubscribeUrl(config: Config, subscriber: Subscriber): string {
  return urlBy(config, subscriber.id, unsubscribeKey(config, subscriber));
}

/** Member ID in an email address: as is, or for older accounts a UUID without dashes to save space. */
const ID = "[0-9a-z]{16}|[0-9a-f]{32}";
const TOKEN = new RegExp(`^(${ID})([0-9a-f]{20})$`);
const UUID = /^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/;

/** Shortens a key to fit an email address: the part before the @ holds 64 characters and may lose its capitals. */
const shortened = (key: string): string => Buffer.from(key, "base64url").toString("hex").slice(0, 20);

function addressBy({ unsubscribeAddress }: Config, memberId: string, key: string): string | null {
  const token = `${memberId.replace(UUID, "$1$2$3$4$5")}${shortened(key)}`;
  return unsubscribeAddress !== null && TOKEN.test(token) ? unsubscribeAddress.replace("@", `+${token}@`) : null;
}

/** Writing to this address stops a member's emails. Null if inbound email isn't set up or the ID has an unknown form. */
export function unsubscribeAddress(config: Config, subscriber: Subscriber): string | null {
  return addressBy(config, subscriber.id, unsubscribeKey(config, subscriber));
}

export function linkOfUnsubscribeAddress(config: Config, address: string): { member: string; key: string } | null {
  const [name = "", domain] = (config.unsubscribeAddress ?? "").toLowerCase().split("@");
  const given = address.trim().toLowerCase();
  if (name === "" || !given.startsWith(`${name}+`) || !given.endsWith(`@${domain}`)) return null;
  const [, id = "", key = ""] = TOKEN.exec(given.slice(name.length + 1, given.lastIndexOf("@"))) ?? [];
  const memberId = id.replace(UUID, "$1-$2-$3-$4-$5");
  const whole = keysOf(config, memberId).find((expected) => isSameSecret(key, shortened(expected)));
  return whole === undefined ? null : { member: memberId, key: whole };
}

/**
 * RFC 8058: one-click POST to the URL that also shows a page, or an email to the address. Signs only once, because signing is most of an
 * email's CPU cost.
 */
export function unsubscribeWays(config: Config, subscriber: Subscriber) {
  const key = unsubscribeKey(config, subscriber);
  const url = urlBy(config, subscriber.id, key);
  const address = addressBy(config, subscriber.id, key);
  const byMail = address === null ? "" : `, <mailto:${address}?subject=unsubscribe>`;
  const headers = { "List-Unsubscribe": `<${url}>${byMail}`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  return { url, headers };
}

/** Proves that the holder made the call that stopped this member's emails at this instant. */
export function undoValue(config: Config, memberId: string, stoppedAt: number): string {
  return `${stoppedAt}.${sign(config, "undo-unsubscribe", `${memberId}:${stoppedAt}`)}`;
}

export function stopOfUndo(config: Config, memberId: string, undo: string): number | null {
  const [stoppedAt = "", ...signature] = undo.split(".");
  const isOurs = isSigned(config, "undo-unsubscribe", `${memberId}:${stoppedAt}`, signature.join("."));
  return isOurs ? Number(stoppedAt) : null;
}
