import { createPublicKey, verify } from "node:crypto";

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]{87})$/;
const DAY_SECONDS = 86_400;

/** Why a push service would refuse this `Authorization` header, or null. */
export function vapidProblem(
  header: string | undefined,
  expected: { origin: string; publicKey: string },
): string | null {
  const [, head = "", body = "", signature = "", key = ""] = HEADER.exec(header ?? "") ?? [];
  if (key !== expected.publicKey) return "The key isn't the subscription's.";
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y } as never, format: "jwk" });
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, "base64url")))
    return "The signature is wrong.";
  const { aud, iat, exp, sub } = JSON.parse(Buffer.from(body, "base64url").toString());
  if (aud !== expected.origin) return "The audience is another origin.";
  // Tests set the Worker's clock, so only the length counts.
  if (!(exp > iat && exp - iat <= DAY_SECONDS)) return "It must last a day at most.";
  // As Apple checks it.
  return /^mailto:[^\s<>]+@[^\s<>]+\.[^\s<>]+$/.test(sub) ? null : "`sub` must be a plain mailto: address.";
}
