import { Hono } from "hono";
import { episodeLink, feedRef, feedsLink, newFeedRequest } from "#domain/contract/feed.ts";
import { asMember, inSession } from "../account/member-guard.ts";
import { call } from "../http/call.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { addFeed, listFeeds, markDone, revokeFeed, revokeLinked } from "./feeds.ts";
import { openEpisode } from "./open-episode.ts";
import { readFeed } from "./read-feed.ts";

/** /api/user/feeds, below the member guard. */
export const ownFeedRoutes = new Hono<HttpEnv>()
  .get("/", call({}, listFeeds, asMember))
  .post("/", call({ json: newFeedRequest }, addFeed, inSession))
  .delete("/:id", call({ param: feedRef }, revokeFeed, asMember));

/** For people without a session: the link in an episode's notes. */
export const episodeRoutes = new Hono<HttpEnv>().post("/done", call({ json: episodeLink }, markDone));

/** For people without a session: the link in an email about podcast apps. */
export const linkedFeedRoutes = new Hono<HttpEnv>().post("/revoke", call({ json: feedsLink }, revokeLinked));

/** /feed: opened by its token alone. Hono answers HEAD through GET. Some players add an extension. */
export const feedRoutes = new Hono<HttpEnv>().get("/:token", async (c) => {
  const token = c.req.param("token").replace(/\.xml$/, "");
  const { etag, body, status } = await readFeed(c.var.ctx, { token, headers: c.req.raw.headers });
  c.header("etag", etag);
  c.header("cache-control", "private, no-cache");
  c.header("x-robots-tag", "noindex");
  if (body === null) return c.body(null, status);
  return c.body(body, 200, { "content-type": "application/rss+xml; charset=utf-8" });
});

/** /episodes: opened by the signature in the address, as long as the feed and the member's access last. */
export const episodeFileRoutes = new Hono<HttpEnv>().get("/:feed/:item/:key/:file", async (c) => {
  const { file, ...link } = c.req.param();
  const response = await openEpisode(c.var.ctx, { link, file, request: c.req.raw });
  response.headers.set("x-robots-tag", "noindex");
  return response;
});
