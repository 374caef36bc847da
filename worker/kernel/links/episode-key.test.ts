import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../env.ts";
import { episodeBlock, episodeKeys, isEpisodeKey } from "./episode-key.ts";
import { sign } from "./signing-keys.ts";

const SECOND = "the-second-secret-that-only-the-tests-know-0123456789";
const underKeys = (APP_KEYS: string) => {
  const variables = { ...env, APP_KEYS, APP_SECRET_2: SECOND };
  return readConfig(variables);
};
const config = underKeys("1");
const PURPOSES = ["episode", "episode-done"] as const;

const keyOf = (purpose: (typeof PURPOSES)[number], feed = "feed", item = "item", by = config) =>
  episodeKeys(by, feed, episodeBlock(purpose, item))[0] ?? "";

test("an episode's key is for its feed, item, and purpose alone, whether made alone or with others", () => {
  for (const purpose of PURPOSES) {
    const link = { feed: "feed", item: "item", key: keyOf(purpose) };
    expect(isEpisodeKey(config, purpose, link)).toBe(true);
    const other = purpose === "episode" ? "episode-done" : "episode";
    for (const wrong of [
      keyOf(other),
      keyOf(purpose, "another"),
      keyOf(purpose, "feed", "another"),
      link.key.slice(1),
      `${link.key}0`,
      "",
      "9~",
    ])
      expect(isEpisodeKey(config, purpose, { ...link, key: wrong }), wrong).toBe(false);
  }
  const blocks = Buffer.concat(PURPOSES.map((purpose) => episodeBlock(purpose, "item")));
  expect(episodeKeys(config, "feed", blocks)).toEqual(PURPOSES.map((purpose) => keyOf(purpose)));
});

test("an address from before, with a signature of both IDs, still opens its episode", () => {
  const key = sign(config, "episode", "feed:item");
  expect(isEpisodeKey(config, "episode", { feed: "feed", item: "item", key })).toBe(true);
  expect(isEpisodeKey(config, "episode-done", { feed: "feed", item: "item", key })).toBe(false);
});

test("a rotated key's episodes open until it is retired", () => {
  const [both, ended] = [underKeys("2 1"), underKeys("2")];
  const link = { feed: "feed", item: "item" };
  const [old, fresh] = [keyOf("episode"), keyOf("episode", "feed", "item", both)];
  expect(fresh).toMatch(/^2~[\da-f]{32}$/);
  const opens = (by: typeof config, key: string) => isEpisodeKey(by, "episode", { ...link, key });
  expect([opens(both, old), opens(both, fresh), opens(ended, old), opens(ended, fresh)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
