import { Buffer } from "node:buffer";

type Receiver = { p256dh: string; auth: string };

const RECORD_SIZE = 4096;
const CURVE = { name: "ECDH", namedCurve: "P-256" };
const bytesOf = (value: string) => Buffer.from(value, "base64url");
const KEY_INFO = Buffer.from("WebPush: info\0");
const CONTENT_KEY = Buffer.from("Content-Encoding: aes128gcm\0");
const NONCE = Buffer.from("Content-Encoding: nonce\0");
/** Ends the last record. */
const END = Buffer.of(2);

const hkdfKey = (secret: BufferSource) => crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
const derive = (key: CryptoKey, salt: BufferSource, info: BufferSource, bytes: number) =>
  crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);

/** Encrypts a message for one browser (RFC 8291, with the one record of RFC 8188). @throws Error for keys that aren't on the curve */
export async function encryptPush({ p256dh, auth }: Receiver, message: string): Promise<Uint8Array<ArrayBuffer>> {
  const receiverBytes = bytesOf(p256dh);
  const receiver = await crypto.subtle.importKey("raw", receiverBytes, CURVE, false, []);
  const own = (await crypto.subtle.generateKey(CURVE, false, ["deriveBits"])) as CryptoKeyPair;
  const ownBytes = Buffer.from((await crypto.subtle.exportKey("raw", own.publicKey)) as ArrayBuffer);
  // workerd's types call it `$public`.
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: receiver } as never, own.privateKey, 256);
  const keyInfo = Buffer.concat([KEY_INFO, receiverBytes, ownBytes]);
  const secret = await hkdfKey(await derive(await hkdfKey(shared), bytesOf(auth), keyInfo, 32));
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const [keyBytes, iv] = await Promise.all([derive(secret, salt, CONTENT_KEY, 16), derive(secret, salt, NONCE, 12)]);
  const key = await crypto.subtle.importKey("raw", keyBytes, "AES-GCM", false, ["encrypt"]);
  const plain = Buffer.concat([Buffer.from(message), END]);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain);
  const header = [salt, Buffer.of(0, 0, RECORD_SIZE >> 8, 0, ownBytes.length), ownBytes];
  return Buffer.concat([...header, Buffer.from(sealed)]);
}
