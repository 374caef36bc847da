import { createSign, createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";

export type SignatureHeaders = {
  "paypal-transmission-id": string;
  "paypal-transmission-time": string;
  "paypal-transmission-sig": string;
  "paypal-cert-url": string;
  "paypal-auth-algo": string;
};

type Signed = { transmissionId: string; transmissionTime: string; webhookId: string; body: string };

/** PayPal signs the body's checksum: a body serialized again fails, even with the same meaning. */
const signedText = ({ transmissionId, transmissionTime, webhookId, body }: Signed) =>
  `${transmissionId}|${transmissionTime}|${webhookId}|${crc32(body)}`;

export function createSigner({ now, webhookId }: { now: () => number; webhookId: string }) {
  // Created on first use: a key takes a moment, and a sandbox that sends nothing doesn't need one.
  let made: ReturnType<typeof newKeys> | undefined;
  const keys = () => {
    made ??= newKeys();
    return made;
  };

  return {
    sign(body: string): SignatureHeaders {
      const transmissionId = randomUUID();
      const transmissionTime = new Date(now()).toISOString().replace(/\.\d{3}Z$/, "Z");
      const text = signedText({ transmissionId, transmissionTime, webhookId, body });
      const signature = createSign("RSA-SHA256").update(text).sign(keys().privateKey, "base64");
      // PayPal's documents require a letter or digit first, and verification rejects anything else.
      if (!/^\w/.test(signature)) return this.sign(body);
      return {
        "paypal-transmission-id": transmissionId,
        "paypal-transmission-time": transmissionTime,
        "paypal-transmission-sig": signature,
        "paypal-cert-url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77",
        "paypal-auth-algo": "SHA256withRSA",
      };
    },
    verify(signed: Signed, signature: string): boolean {
      if (signed.webhookId !== webhookId) return false;
      return createVerify("RSA-SHA256").update(signedText(signed)).verify(keys().publicKey, signature, "base64");
    },
  };
}

export type Signer = ReturnType<typeof createSigner>;

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
