import { createDecipheriv, createECDH, type ECDH, hkdfSync } from "node:crypto";

const CURVE = "prime256v1";

/** A browser's half of a subscription: its keys, and what it hands to a site. */
export function makeReceiver() {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const secret = crypto.getRandomValues(new Uint8Array(16));
  return { pair, secret, p256dh: pair.getPublicKey("base64url"), auth: Buffer.from(secret).toString("base64url") };
}

type Receiver = { pair: ECDH; secret: Uint8Array };

/** Reads a message as a browser does (RFC 8291). @throws Error for one that isn't for this receiver */
export function decryptPush({ pair, secret }: Receiver, body: Uint8Array): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), secret, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", ikm, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error("The record has no delimiter.");
  return padded.subarray(0, end).toString("utf8");
}
