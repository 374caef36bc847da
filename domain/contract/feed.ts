import * as z from "zod";
import { memberNameProblem } from "../rules/gift-words.ts";
import { bounded, checkedBy, idNamed, instant, requiredText, signedKey } from "./fields.ts";

export const newFeedRequest = z.object({
  // Emails name it.
  name: requiredText({ name: "The podcast app's name", max: 40, missing: "Name the podcast app" }).superRefine(
    checkedBy(memberNameProblem),
  ),
});
export type NewFeedRequest = z.infer<typeof newFeedRequest>;

const feed = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  /** Both are null before the first use. */
  lastUsedAt: instant.nullable(),
  userAgent: z.string().nullable(),
});
export type Feed = z.infer<typeof feed>;

/** A member's feeds, the newest first. */
export const feedsResponse = z.object({ feeds: z.array(feed) });
export type FeedsResponse = z.infer<typeof feedsResponse>;

/** `address` contains the token. No other response does, since only its hash is stored. */
export const newFeedResponse = z.object({ feed, address: z.url() });
export type NewFeedResponse = z.infer<typeof newFeedResponse>;

/** What pages that end sessions ask about. */
export const namedFeed = feed.pick({ id: true, name: true });
export type NamedFeed = z.infer<typeof namedFeed>;

/** IDs of feeds, as many as a member may have, joined by dots. */
const feedIds = z.string().regex(/^([^.]{36}(\.|$)){0,10}$/);
/** Which feeds play on when sessions end. */
export const keptFeeds = z.object({ keepFeeds: feedIds.optional() });
export type KeptFeeds = z.infer<typeof keptFeeds>;

export const feedRef = z.object({ id: z.uuid("Podcast app not found") });

const INVALID_LINK = "This link doesn't work. Open it again from the episode notes.";
const linkPart = bounded(INVALID_LINK, 64);

/** An episode's address: the feed's ID, the item's ID, and a signature of both. */
export const episodeLink = z.object({ feed: linkPart, item: linkPart, key: linkPart });
export type EpisodeLink = z.infer<typeof episodeLink>;

/** From an email: feeds of a member, and a signature of both. */
export const feedsLink = z.object({ member: idNamed("Member ID"), feed: feedIds, key: signedKey });
export type FeedsLink = z.infer<typeof feedsLink>;
