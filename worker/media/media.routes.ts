import { Hono } from "hono";
import { listMediaQuery } from "#domain/contract/content/library.ts";
import { call } from "../http/call.ts";
import { mayPlay } from "../http/media-pass-cookie.ts";
import type { HttpEnv } from "../http/request-context.ts";
import { unauthorized } from "../kernel/errors.ts";
import { listMedia } from "./list-media.ts";
import { serveMedium } from "./serve-medium.ts";

/** /audio and /video: needs a media pass. Hono answers HEAD through GET. */
export const mediaRoutes = new Hono<HttpEnv>().get("/:filename", (c) => {
  if (!mayPlay(c, c.req.param("filename"))) throw unauthorized("Log in to play this.");
  return serveMedium(c.env.MEDIA, "members", c.req.param("filename"), c.req.raw);
});

/** /media: open to anyone. It requires no pass, grants none, and reads no database. */
export const publicMediaRoutes = new Hono<HttpEnv>().get("/:filename", (c) =>
  serveMedium(c.env.MEDIA, "anybody", c.req.param("filename"), c.req.raw),
);

export const adminMediaRoutes = new Hono<HttpEnv>().get("/media", call({ query: listMediaQuery }, listMedia));
