import { createCipheriv, createHash } from "node:crypto";
import type { EpisodeLink } from "#domain/contract/feed.ts";
import { hmac, isSameSecret } from "../hashing.ts";
import { FIRST_KEY, idIn, isSigned, type Keyed, listedKey, presentKey, type SigningKey } from "./signing-keys.ts";

type Purpose = "episode" | "episode-done";

const BLOCK_BYTES = 16;

/** What a feed's own key turns into the key of an item. */
export const episodeBlock = (purpose: Purpose, itemId: string) =>
  createHash("sha256").update(`${purpose}:${itemId}`).digest().subarray(0, BLOCK_BYTES);

/** A feed has 600 keys, so one call of AES makes them all: no one tells its output from chance without the feed's own key. */
function keysBy({ id, secret }: SigningKey, feedId: string, blocks: Uint8Array): string[] {
  const own = Buffer.from(hmac(secret, "feed", feedId), "base64url");
  const hex = createCipheriv("aes-256-ecb", own, null).update(blocks, undefined, "hex");
  const keys = hex.match(/.{32}/g) ?? [];
  return id === FIRST_KEY ? keys : keys.map((key) => `${id}~${key}`);
}

export const episodeKeys = (config: Keyed, feedId: string, blocks: Uint8Array): string[] =>
  keysBy(presentKey(config), feedId, blocks);

/** Also takes a signature of both IDs: players keep addresses from before. */
export function isEpisodeKey(config: Keyed, purpose: Purpose, { feed, item, key }: EpisodeLink): boolean {
  const by = listedKey(config, idIn(key));
  const [own] = by ? keysBy(by, feed, episodeBlock(purpose, item)) : [];
  return (own !== undefined && isSameSecret(key, own)) || isSigned(config, purpose, `${feed}:${item}`, key);
}
