import { Hono } from "hono";
import type { OkResponse } from "#domain/contract/account.ts";
import {
  episodeLink,
  type FeedsResponse,
  feedRef,
  type NewFeedResponse,
  newFeedRequest,
} from "#domain/contract/feed.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { validate } from "../http/validate.ts";
import { addFeed, listFeeds, revokeFeed } from "./feeds.ts";
import { markDone } from "./mark-done.ts";
import { openEpisode } from "./open-episode.ts";
import { readFeed } from "./read-feed.ts";

/** /api/user/feeds, below the member guard. */
export const ownFeedRoutes = new Hono<HttpEnv>()
  .get("/", async (c) => c.json((await listFeeds(c.var.ctx, c.var)) satisfies FeedsResponse))
  .post("/", validate("json", newFeedRequest), async (c) => {
    const input = { caller: c.var.caller, ...c.req.valid("json") };
    return c.json((await addFeed(c.var.ctx, input)) satisfies NewFeedResponse);
  })
  .delete("/:id", validate("param", feedRef), async (c) => {
    await revokeFeed(c.var.ctx, { caller: c.var.caller, id: c.req.valid("param").id });
    return c.json({ ok: true } satisfies OkResponse);
  });

/** For people without a session: the link in an episode's notes. */
export const episodeRoutes = new Hono<HttpEnv>().post("/done", validate("json", episodeLink), async (c) => {
  await markDone(c.var.ctx, c.req.valid("json"));
  return c.json({ ok: true } satisfies OkResponse);
});

/** /feed: opened by its token alone. Hono answers HEAD through GET. */
export const feedRoutes = new Hono<HttpEnv>().get("/:token", async (c) => {
  const { etag, body, status } = await readFeed(c.var.ctx, { token: c.req.param("token"), headers: c.req.raw.headers });
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
