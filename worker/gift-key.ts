import type { Config } from "./env.ts";
import { isSameSecret, keyedHash } from "./hashing.ts";

type Addressed = { giftId: string; addressVersion: number };

/** What opens a gift. Without issue time or randomness, so that a mail sent again is the same to the byte. */
export function giftKey(config: Config, { giftId, addressVersion }: Addressed): string {
  const value = `${giftId}.${addressVersion}`;
  return `${value}.${keyedHash(config, "gift", value)}`;
}

/** The gift and the address version that a key was made for; null for a key that is not ours. */
export function readGiftKey(config: Config, key: string): Addressed | null {
  const [giftId = "", version = ""] = key.split(".");
  const addressed = { giftId, addressVersion: Number(version) };
  return isSameSecret(key, giftKey(config, addressed)) ? addressed : null;
}

/** What opens the giver's page of a gift. */
export function giftOrderKey(config: Config, giftId: string): string {
  return `${giftId}.${keyedHash(config, "gift-order", giftId)}`;
}

/** The gift that a giver's key is of; null for a key that is not ours. */
export function readGiftOrderKey(config: Config, key: string): string | null {
  const [giftId = ""] = key.split(".");
  return isSameSecret(key, giftOrderKey(config, giftId)) ? giftId : null;
}

/** What proves that a browser has ordered a gift; its id, which PayPal's window and addresses show, proves nothing. */
export function giftCaptureKey(config: Config, giftId: string): string {
  return keyedHash(config, "gift-capture", giftId);
}

export function isGiftCaptureKey(config: Config, giftId: string, key: string): boolean {
  return isSameSecret(key, giftCaptureKey(config, giftId));
}
