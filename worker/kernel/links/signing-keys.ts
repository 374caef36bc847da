import { Buffer } from "node:buffer";
import * as z from "zod";
import { hmac, isSameSecret } from "../hashing.ts";

/** A signature made for one purpose is invalid for any other. */
type Purpose =
  | "admin-session"
  | "by-mail-undo"
  | "episode"
  | "episode-done"
  | "feeds"
  | "gift"
  | "gift-capture"
  | "gift-order"
  | "item-pass"
  | "link"
  | "live-event"
  | "media-pass"
  | "undo-unsubscribe"
  | "wake-up-mail";

export type SigningKey = { id: number; secret: string };

export type SigningKeys = {
  /** Keys listed in `APP_KEYS`: the first signs, all of them verify. */
  listed: readonly [SigningKey, ...SigningKey[]];
  /** All configured secrets by key ID, listed or not, because unsubscribe links never expire. */
  secrets: ReadonlyMap<number, string>;
};

export type Keyed = { signingKeys: SigningKeys };

/** Signatures from before keys had IDs belong to this key, so its signatures carry no ID. */
export const FIRST_KEY = 1;

const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  // The JWT library mistakes a secret with these words for a PEM key.
  .regex(/^(?!.*(PUBLIC|PRIVATE))[\x20-\x7e]+$/s, "must be ASCII, without the words PUBLIC and PRIVATE");
const further = z.literal("").or(secret).default("");

export const keyVariables = {
  APP_SECRET: secret,
  APP_SECRET_2: further,
  APP_SECRET_3: further,
  APP_SECRET_4: further,
  APP_SECRET_5: further,
  APP_SECRET_6: further,
  APP_SECRET_7: further,
  APP_SECRET_8: further,
  APP_SECRET_9: further,
  APP_KEYS: z
    .string()
    .default("1")
    .transform((text, context) => {
      const ids = text.trim().split(/\s+/);
      if (!ids.every((id) => /^[1-9]$/.test(id)))
        context.addIssue('must be IDs from 1 to 9, separated by spaces, such as "2 1"');
      else if (new Set(ids).size < ids.length) context.addIssue("must name each key once");
      else return ids.map(Number);
      return z.NEVER;
    }),
};
type KeyVariables = z.infer<z.ZodObject<typeof keyVariables>>;

function secretsOf(given: KeyVariables): Map<number, string> {
  const further = [2, 3, 4, 5, 6, 7, 8, 9] as const;
  const set = further.map((id) => [id, given[`APP_SECRET_${id}`]] as const).filter(([, text]) => text !== "");
  return new Map([[FIRST_KEY, given.APP_SECRET], ...set]);
}

/** Checks the keys as a group. Returns each problem with the variable to fix. */
export function faultsOfKeys(given: KeyVariables): { name: string; message: string }[] {
  const secrets = secretsOf(given);
  const missing = given.APP_KEYS.filter((id) => !secrets.has(id));
  const texts = [...secrets.values()];
  const doubled = [...secrets.keys()].filter((_, index) => texts.indexOf(texts[index] ?? "") < index);
  return [
    ...missing.map((id) => ({ name: `APP_SECRET_${id}`, message: "is missing, but APP_KEYS lists its key" })),
    ...doubled.map((id) => ({ name: `APP_SECRET_${id}`, message: "must differ from the other keys' secrets" })),
  ];
}

/** Expects variables that `faultsOfKeys` accepts. */
export function signingKeysOf(given: KeyVariables): SigningKeys {
  const secrets = secretsOf(given);
  const [first, ...others] = given.APP_KEYS.map((id) => ({ id, secret: secrets.get(id) ?? "" }));
  if (!first) throw new Error("APP_KEYS names no key.");
  return { listed: [first, ...others], secrets };
}

export const presentKey = ({ signingKeys }: Keyed): SigningKey => signingKeys.listed[0];

/** Returns a key in use; undefined if it was retired or never existed. */
export function listedKey({ signingKeys }: Keyed, id: number): SigningKey | undefined {
  return signingKeys.listed.find((key) => key.id === id);
}

/** Makes an earlier key sign, to rebuild its signatures byte for byte. Returns the configuration unchanged if that key is retired. */
export function signingAs<C extends Keyed>(config: C, id: number): C {
  const key = listedKey(config, id);
  if (!key) return config;
  const { listed, secrets } = config.signingKeys;
  return { ...config, signingKeys: { listed: [key, ...listed.filter((other) => other !== key)], secrets } };
}

/** Signs with a secret that no one keeps, for emails that are only shown. */
export function withDeadKeys<C extends Keyed>(config: C): C {
  const dead = { id: FIRST_KEY, secret: `${crypto.randomUUID()}${crypto.randomUUID()}` };
  return { ...config, signingKeys: { listed: [dead], secrets: new Map([[dead.id, dead.secret]]) } };
}

function signBy({ id, secret: by }: SigningKey, purpose: Purpose, value: string): string {
  const signature = hmac(by, purpose, value);
  return id === FIRST_KEY ? signature : `${id}~${signature}`;
}

/** Returns HMAC-SHA-256 as base64url, prefixed with the signing key's ID (except the first key's). */
export function sign(config: Keyed, purpose: Purpose, value: string): string {
  return signBy(presentKey(config), purpose, value);
}

/** Token of a single-use link. Retried emails can rebuild it, so the database doesn't store it. */
export const tokenOf = (config: Keyed, linkId: string): string => sign(config, "link", linkId);

/** As RFC 4226 recommends. */
const TOTP_BYTES = 20;
/** Enough bytes that no code is likelier than another. */
const CODE_BYTES = 6;

function codeBy({ secret: by }: SigningKey, linkId: string): string {
  const number = Buffer.from(hmac(by, "code", linkId), "base64url").readUIntBE(0, CODE_BYTES);
  return String(number % 1_000_000).padStart(6, "0");
}

/** Six digits that go with a link. Like its token, an email rebuilds them, and nothing stores them. */
export const codeOf = (config: Keyed, linkId: string): string => codeBy(presentKey(config), linkId);

/** An authenticator's secret, 160 bits, derived from what it is for; undefined if its key was retired. */
export function totpSecretBy(config: Keyed, keyId: number, value: string): Uint8Array<ArrayBuffer> | undefined {
  const key = listedKey(config, keyId);
  return key && new Uint8Array(Buffer.from(hmac(key.secret, "admin-code", value), "base64url").subarray(0, TOTP_BYTES));
}

/** False for a link whose key was retired. */
export function isCodeOf(config: Keyed, link: { id: string; signingKey: number }, code: string): boolean {
  const key = listedKey(config, link.signingKey);
  return key !== undefined && isSameSecret(code, codeBy(key, link.id));
}

/** The key that a signature names. */
export const idIn = (signature: string): number => Number(/^([2-9])~/.exec(signature)?.[1] ?? FIRST_KEY);

/** Checks a signature against the key it names, if that key is still in use. */
export function isSigned(config: Keyed, purpose: Purpose, value: string, signature: string): boolean {
  const key = listedKey(config, idIn(signature));
  return key !== undefined && isSameSecret(signature, signBy(key, purpose, value));
}

/** Reports whether a signature names a retired key. The signature itself isn't verified. */
export function isOfEndedKey(config: Keyed, signature: string): boolean {
  return listedKey(config, idIn(signature)) === undefined;
}
