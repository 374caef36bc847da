import * as z from "zod";
import { hmac, isSameSecret } from "../hashing.ts";

/** What is signed, and for what: a value made for one purpose is worthless for another. */
type Purpose =
  | "admin-session"
  | "by-mail-undo"
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
  /** Those of `APP_KEYS`: the first signs, all verify. */
  listed: readonly [SigningKey, ...SigningKey[]];
  /** The secrets that are set, by the id of their key, listed or not: links to unsubscribe have no end. */
  secrets: ReadonlyMap<number, string>;
};

type Keyed = { signingKeys: SigningKeys };

/** What was signed before keys had ids is of this one, so it is never named. */
export const FIRST_KEY = 1;

const secret = z
  .string()
  .min(32, "must have at least 32 characters")
  // The JWT library takes a secret with these words for a PEM key.
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
  /** The ids of the keys in use, the one that signs first. */
  APP_KEYS: z
    .string()
    .default("1")
    .transform((text, context) => {
      const ids = text.trim().split(/\s+/);
      if (!ids.every((id) => /^[1-9]$/.test(id))) context.addIssue('must be ids from 1 to 9, parted by spaces: "2 1"');
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

/** What is wrong with the keys as a whole, beside the variable to be mended. */
export function faultsOfKeys(given: KeyVariables): { name: string; message: string }[] {
  const secrets = secretsOf(given);
  const missing = given.APP_KEYS.filter((id) => !secrets.has(id));
  const texts = [...secrets.values()];
  const doubled = [...secrets.keys()].filter((_, index) => texts.indexOf(texts[index] ?? "") < index);
  return [
    ...missing.map((id) => ({ name: `APP_SECRET_${id}`, message: "is missing, where APP_KEYS names its key" })),
    ...doubled.map((id) => ({ name: `APP_SECRET_${id}`, message: "is the secret of another key, too" })),
  ];
}

/** The keys of an installation without faults. */
export function signingKeysOf(given: KeyVariables): SigningKeys {
  const secrets = secretsOf(given);
  const [first, ...others] = given.APP_KEYS.map((id) => ({ id, secret: secrets.get(id) ?? "" }));
  if (!first) throw new Error("APP_KEYS names no key.");
  return { listed: [first, ...others], secrets };
}

/** The key that signs. */
export function presentKey({ signingKeys }: Keyed): SigningKey {
  return signingKeys.listed[0];
}

/** A key in use by its id; undefined for one that has ended, or never was. */
export function listedKey({ signingKeys }: Keyed, id: number): SigningKey | undefined {
  return signingKeys.listed.find((key) => key.id === id);
}

/**
 * The same configuration with the key that signed before: what was made with it is made again to the byte. One that has ended signs
 * nothing any more.
 */
export function signingAs<C extends Keyed>(config: C, id: number): C {
  const key = listedKey(config, id);
  if (!key) return config;
  const { listed, secrets } = config.signingKeys;
  return { ...config, signingKeys: { listed: [key, ...listed.filter((other) => other !== key)], secrets } };
}

function signBy({ id, secret: by }: SigningKey, purpose: Purpose, value: string): string {
  const signature = hmac(by, purpose, value);
  return id === FIRST_KEY ? signature : `${id}~${signature}`;
}

/** HMAC-SHA-256 of a value for a purpose, base64url, behind the id of the key that signs. */
export function sign(config: Keyed, purpose: Purpose, value: string): string {
  return signBy(presentKey(config), purpose, value);
}

/** The token of a single-use link: it can be made again for a retried mail, and stands nowhere in the database. */
export function tokenOf(config: Keyed, linkId: string): string {
  return sign(config, "link", linkId);
}

/** The id of the key that a signature says it is of. */
function idIn(signature: string): number {
  return Number(/^([2-9])~/.exec(signature)?.[1] ?? FIRST_KEY);
}

/** Whether a key in use has signed a value for a purpose. */
export function isSigned(config: Keyed, purpose: Purpose, value: string, signature: string): boolean {
  const key = listedKey(config, idIn(signature));
  return key !== undefined && isSameSecret(signature, signBy(key, purpose, value));
}

/** Whether a signature says that it is of a key which is in use no more, whoever made it. */
export function isOfEndedKey(config: Keyed, signature: string): boolean {
  return listedKey(config, idIn(signature)) === undefined;
}
