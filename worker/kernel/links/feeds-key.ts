import { revokeFeedsPath } from "#domain/paths.ts";
import type { Config } from "../env.ts";
import { isSigned, sign } from "./signing-keys.ts";

type Feeds = { member: string; feed: string };

/** A page that revokes feeds without a login, for as long as they last. */
export function revokeFeedsUrl(config: Config, { member, feed }: Feeds): string {
  return `${config.appUrl}${revokeFeedsPath({ member, feed, key: sign(config, "feeds", `${member}:${feed}`) })}`;
}

export const isFeedsKey = (config: Config, { member, feed, key }: Feeds & { key: string }): boolean =>
  isSigned(config, "feeds", `${member}:${feed}`, key);
