import { createMiddleware } from "hono/factory";
import { APP_PAGES, ORIGIN_MARK, pageOf } from "#domain/paths.ts";
import { readConfig } from "../env.ts";
import type { HttpEnv } from "./request-context.ts";

const APP_SHELL = "/app/index.html";
const NOT_FOUND_PAGE = "/public/404.html";
/** Prefixes of the API and of media: what is unknown below them is an error in JSON, never a page. */
const NOT_A_PAGE = /^\/(api|audio|video|media)(\/|$)/;

/** Pages and static files. A path that is in neither gets the 404 page with a true 404. */
export const pages = createMiddleware<HttpEnv>(async (c, next) => {
  const { path, method } = c.req;
  if (NOT_A_PAGE.test(path) || (method !== "GET" && method !== "HEAD")) return next();
  const { origin, search } = new URL(c.req.url);
  const fetchAsset = (file: string) => c.env.ASSETS.fetch(new URL(file, origin));
  const document = (body: BodyInit | null, status: 200 | 404, mayBeKept: boolean) => {
    const headers = new Headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": mayBeKept ? "no-cache" : "no-store",
    });
    if (path === APP_PAGES.admin) headers.set("x-robots-tag", "noindex");
    return new Response(body, { status, headers });
  };

  const page = pageOf(path);
  if (page?.kind === "public") {
    const html = await (await fetchAsset(`/public/${page.name}.html`)).text();
    return document(html.replaceAll(ORIGIN_MARK, readConfig(c.env).appUrl), 200, true);
  }
  // Links in mails carry tokens in the query: a browser keeps nothing under such an address.
  if (page?.kind === "app") return document((await fetchAsset(APP_SHELL)).body, 200, search === "");
  if (!path.endsWith(".html")) {
    const file = await c.env.ASSETS.fetch(c.req.raw);
    if (file.status !== 404) return new Response(file.body, file);
  }
  // Nothing keeps a 404: below /assets/ it may be of a file that a rollout is just bringing.
  return document((await fetchAsset(NOT_FOUND_PAGE)).body, 404, false);
});
