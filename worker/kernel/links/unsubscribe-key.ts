import { Buffer } from "node:buffer";
import { unsubscribePath } from "#domain/paths.ts";
import type { Config } from "../env.ts";
import { hmac, isSameSecret } from "../hashing.ts";
import { isSigned, presentKey, sign } from "./signing-keys.ts";

/** Whose mails a link stops, and by which of the keys it is made: the one that signed when the account began, for good. */
export type Subscriber = { id: string; unsubscribeKey: number };

function keyBy(secret: string, memberId: string): string {
  return hmac(secret, "unsubscribe", memberId);
}

/** Without issue time or randomness: a member's link is the same in each of their mails, whichever key signs by then. */
export function unsubscribeKey(config: Config, { id, unsubscribeKey: of }: Subscriber): string {
  return keyBy(config.signingKeys.secrets.get(of) ?? presentKey(config).secret, id);
}

/** Links never end, so they are good by every secret that is set, also of a key that has ended. They name none: an address has no room. */
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

/** A member's id in an address: as it is, or an older account's UUID without its dashes, for which there is no room. */
const ID = "[0-9a-z]{16}|[0-9a-f]{32}";
const TOKEN = new RegExp(`^(${ID})([0-9a-f]{20})$`);
const UUID = /^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/;

/** A link's key as far as it goes into an address, whose part before the @ has 64 characters and may lose its capitals. */
function shortened(key: string): string {
  return Buffer.from(key, "base64url").toString("hex").slice(0, 20);
}

function addressBy({ unsubscribeAddress }: Config, memberId: string, key: string): string | null {
  const token = `${memberId.replace(UUID, "$1$2$3$4$5")}${shortened(key)}`;
  return unsubscribeAddress !== null && TOKEN.test(token) ? unsubscribeAddress.replace("@", `+${token}@`) : null;
}

/** To write to it stops a member's mails; null where no mail comes in, or for an id that does not fit. */
export function unsubscribeAddress(config: Config, subscriber: Subscriber): string | null {
  return addressBy(config, subscriber.id, unsubscribeKey(config, subscriber));
}

/** The link whose shorter form an address is; null for an address that is not ours. */
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
 * The address of a mail's link, and its headers. RFC 8058: one click, by POST, to the address that also shows a page; a mail program
 * that knows no POST may write instead. A signature is most of what a mail costs: this makes one.
 */
export function unsubscribeWays(
  config: Config,
  subscriber: Subscriber,
): { url: string; headers: Record<string, string> } {
  const key = unsubscribeKey(config, subscriber);
  const url = urlBy(config, subscriber.id, key);
  const address = addressBy(config, subscriber.id, key);
  const byMail = address === null ? "" : `, <mailto:${address}?subject=unsubscribe>`;
  const headers = {
    "List-Unsubscribe": `<${url}>${byMail}`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { url, headers };
}

/** Proves who holds it to be the one whose call stopped this member's mails at this instant. */
export function undoValue(config: Config, memberId: string, stoppedAt: number): string {
  return `${stoppedAt}.${sign(config, "undo-unsubscribe", `${memberId}:${stoppedAt}`)}`;
}

/** When the mails were stopped, or null for a value that is not ours. */
export function stopOfUndo(config: Config, memberId: string, undo: string): number | null {
  const [stoppedAt = "", ...signature] = undo.split(".");
  const isOurs = isSigned(config, "undo-unsubscribe", `${memberId}:${stoppedAt}`, signature.join("."));
  return isOurs ? Number(stoppedAt) : null;
}
