import type { Config } from "../env.ts";
import { isSigned, sign } from "./signing-keys.ts";

type Addressed = { giftId: string; addressVersion: number };

/** What opens a gift. Without issue time or randomness, so that a mail sent again is the same to the byte. */
export function giftKey(config: Config, { giftId, addressVersion }: Addressed): string {
  const value = `${giftId}.${addressVersion}`;
  return `${value}.${sign(config, "gift", value)}`;
}

/** The gift and the address version that a key was made for; null for a key that is not ours. */
export function readGiftKey(config: Config, key: string): Addressed | null {
  const [giftId = "", version = "", ...signature] = key.split(".");
  const isOurs = isSigned(config, "gift", `${giftId}.${version}`, signature.join("."));
  return isOurs ? { giftId, addressVersion: Number(version) } : null;
}

/** What opens the giver's page of a gift. */
export function giftOrderKey(config: Config, giftId: string): string {
  return `${giftId}.${sign(config, "gift-order", giftId)}`;
}

/** The gift that a giver's key is of; null for a key that is not ours. */
export function readGiftOrderKey(config: Config, key: string): string | null {
  const [giftId = "", ...signature] = key.split(".");
  return isSigned(config, "gift-order", giftId, signature.join(".")) ? giftId : null;
}

/** What proves that a browser has ordered a gift; its id, which PayPal's window and addresses show, proves nothing. */
export function giftCaptureKey(config: Config, giftId: string): string {
  return sign(config, "gift-capture", giftId);
}

export function isGiftCaptureKey(config: Config, giftId: string, key: string): boolean {
  return isSigned(config, "gift-capture", giftId, key);
}
