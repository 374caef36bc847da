import { type NewFeedResponse, newFeedResponse } from "#domain/contract/feed.ts";
import type { Member } from "#worker/account/member/member.ts";
import { tokenFor } from "./factories.ts";
import { request } from "./request.ts";

/** Adds a device and returns its feed and the path of its address. */
export async function addFeed(
  member: Member,
  name = `Phone ${crypto.randomUUID()}`.slice(0, 40),
): Promise<NewFeedResponse & { path: string }> {
  const response = await request("/api/user/feeds", { token: await tokenFor(member), json: { name } });
  const added = newFeedResponse.parse(await response.json());
  return { ...added, path: new URL(added.address).pathname };
}

/** The audio's, the transcript's, and the done links' paths in a feed, newest first. */
export function pathsIn(xml: string) {
  const all = (pattern: RegExp) =>
    [...xml.matchAll(pattern)].map(([, url = ""]) => {
      const { pathname, search } = new URL(url.replaceAll("&amp;", "&"));
      return pathname + search;
    });
  return {
    audio: all(/<enclosure url="([^"]+)"/g),
    transcripts: all(/<podcast:transcript url="([^"]+)"/g),
    done: all(/href=&quot;([^&]+\/done\?.*?)&quot;/g).map((path) => path.replaceAll("&amp;", "&")),
  };
}
