import type { Config } from "../env.ts";
import { isSigned, sign } from "./signing-keys.ts";

type Addressed = { giftId: string; addressVersion: number };

/** Opens a gift. Contains no issue time or randomness, so a resent email is identical byte for byte. */
export function giftKey(config: Config, { giftId, addressVersion }: Addressed): string {
  const value = `${giftId}.${addressVersion}`;
  return `${value}.${sign(config, "gift", value)}`;
}

export function readGiftKey(config: Config, key: string): Addressed | null {
  const [giftId = "", version = "", ...signature] = key.split(".");
  const isOurs = isSigned(config, "gift", `${giftId}.${version}`, signature.join("."));
  return isOurs ? { giftId, addressVersion: Number(version) } : null;
}

export function giftOrderKey(config: Config, giftId: string): string {
  return `${giftId}.${sign(config, "gift-order", giftId)}`;
}

export function readGiftOrderKey(config: Config, key: string): string | null {
  const [giftId = "", ...signature] = key.split(".");
  return isSigned(config, "gift-order", giftId, signature.join(".")) ? giftId : null;
}

/** Proves that this browser ordered the gift. The gift's ID can't, because PayPal's window and URLs show it. */
export const giftCaptureKey = (config: Config, giftId: string): string => sign(config, "gift-capture", giftId);

export function isGiftCaptureKey(config: Config, giftId: string, key: string): boolean {
  return isSigned(config, "gift-capture", giftId, key);
}
