import { createECDH } from "node:crypto";

/** A new key pair for notifications, as `PUSH_SECRET` holds it. */
export function makePushKey(): string {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  return `${publicKey}.${pair.getPrivateKey().toString("base64url").padStart(43, "A")}`;
}
