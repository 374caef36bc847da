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
