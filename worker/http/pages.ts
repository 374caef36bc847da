import { createMiddleware } from "hono/factory";
import { APP_PAGES, documentEntryOf } from "#domain/paths.ts";
import type { HttpEnv } from "./request-context.ts";

const SHELLS = { public: "/public/index.html", app: "/app/index.html" } as const;
const NOT_FOUND_PAGE = "/public/404.html";
/** Prefixes of the API and of media: what is unknown below them is an error in JSON, never a page. */
const NOT_A_PAGE = /^\/(api|audio|video)(\/|$)/;

/** Pages and static files. A path that is in neither gets the 404 page with a true 404. */
export const pages = createMiddleware<HttpEnv>(async (c, next) => {
  const { path, method } = c.req;
  if (NOT_A_PAGE.test(path) || (method !== "GET" && method !== "HEAD")) return next();
  const page = async (file: string, status: 200 | 404) => {
    const asset = await c.env.ASSETS.fetch(new URL(file, c.req.url));
    const headers = new Headers({
      "content-type": "text/html; charset=utf-8",
      // Links in mails carry tokens in the query: a browser keeps nothing under such an address. Nor does anything keep a
      // 404: below /assets/ it may be of a file that a rollout is just bringing.
      "cache-control": status === 200 && new URL(c.req.url).search === "" ? "no-cache" : "no-store",
    });
    if (path === APP_PAGES.admin) headers.set("x-robots-tag", "noindex");
    return new Response(asset.body, { status, headers });
  };

  const entry = documentEntryOf(path);
  if (entry) return page(SHELLS[entry], 200);
  if (!path.endsWith(".html")) {
    const file = await c.env.ASSETS.fetch(c.req.raw);
    if (file.status !== 404) return new Response(file.body, file);
  }
  return page(NOT_FOUND_PAGE, 404);
});
