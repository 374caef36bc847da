import { Buffer } from "node:buffer";

type Receiver = { p256dh: string; auth: string };

const RECORD_SIZE = 4096;
const CURVE = { name: "ECDH", namedCurve: "P-256" };
const bytesOf = (value: string) => new Uint8Array(Buffer.from(value, "base64url"));
const text = (value: string) => new Uint8Array(new TextEncoder().encode(value));

async function derive(secret: BufferSource, salt: BufferSource, info: Uint8Array<ArrayBuffer>, bytes: number) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}

/** Encrypts a message for one browser (RFC 8291, with the one record of RFC 8188). @throws Error for keys that aren't on the curve */
export async function encryptPush({ p256dh, auth }: Receiver, message: string): Promise<Uint8Array<ArrayBuffer>> {
  const receiverBytes = bytesOf(p256dh);
  const receiver = await crypto.subtle.importKey("raw", receiverBytes, CURVE, false, []);
  const own = (await crypto.subtle.generateKey(CURVE, false, ["deriveBits"])) as CryptoKeyPair;
  const ownBytes = new Uint8Array((await crypto.subtle.exportKey("raw", own.publicKey)) as ArrayBuffer);
  // workerd's types call it `$public`.
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: receiver } as never, own.privateKey, 256);
  const keyInfo = new Uint8Array([...text("WebPush: info\0"), ...receiverBytes, ...ownBytes]);
  const secret = await derive(shared, bytesOf(auth), keyInfo, 32);
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const [keyBytes, iv] = await Promise.all([
    derive(secret, salt, text("Content-Encoding: aes128gcm\0"), 16),
    derive(secret, salt, text("Content-Encoding: nonce\0"), 12),
  ]);
  const key = await crypto.subtle.importKey("raw", keyBytes, "AES-GCM", false, ["encrypt"]);
  // 2 ends the last record.
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new Uint8Array([...text(message), 2]));
  const header = new Uint8Array([...salt, 0, 0, RECORD_SIZE >> 8, 0, ownBytes.length, ...ownBytes]);
  return new Uint8Array([...header, ...new Uint8Array(sealed)]);
}
