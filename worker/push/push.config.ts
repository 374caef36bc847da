import { Buffer } from "node:buffer";
import * as z from "zod";
import { isLoopback, optional, orNull } from "../kernel/variables.ts";

const KEY = /^B[\w-]{86}\.[\w-]{43}( B[\w-]{86}\.[\w-]{43})*$/;

/** A key pair for VAPID. Its ID is the beginning of the public key, so rows need name no number. */
function toKey(text: string) {
  const [publicKey = "", d = ""] = text.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const kid = publicKey.slice(1, 9);
  return { kid, publicKey, jwk: { kty: "EC", crv: "P-256", kid, x, y, d } };
}

export const pushConfig = z
  .object({
    /** Public and private key, `x.y`; the newest first, then a space, and those that older devices were subscribed with. */
    PUSH_SECRET: orNull(z.string().regex(KEY, "must be keys as `npm run deploy:setup` makes them")),
    /** Push services besides those of the large browsers. */
    PUSH_HOSTS: optional,
    PUSH_BASE_URL: orNull(z.url().refine(isLoopback, "must be a loopback address")),
  })
  .transform((given) => ({
    pushKeys: given.PUSH_SECRET?.split(" ").map(toKey) ?? [],
    pushHosts: given.PUSH_HOSTS.split(/[\s,]+/).filter(Boolean),
    pushBaseUrl: given.PUSH_BASE_URL,
  }));
