import { createMiddleware } from "hono/factory";
import { BRAND } from "#domain/brand.ts";
import { DAY_MS } from "#domain/durations.ts";
import { accountPath, OFFLINE_PATH, ORIGIN_MARK, pageOf } from "#domain/paths.ts";
import { readConfig } from "../kernel/env.ts";
import type { HttpEnv } from "./request-context.ts";

const NOT_FOUND_PAGE = "/public/404.html";
/** Files served only under their pages' own paths. */
const HAS_ANOTHER_PATH = /^\/public\/|\.html$/;
const PLAIN_TEXT = "text/plain; charset=utf-8";
/** Files for crawlers. Like the public pages, they contain the product's origin. */
const CRAWLER_FILES = new Map([
  ["/robots.txt", PLAIN_TEXT],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
]);
const SECURITY_TXT = "/.well-known/security.txt";
const SECURITY_TXT_GOOD_FOR_MS = 180 * DAY_MS;
/** Paths that browsers and password managers request by themselves, and where they redirect to. */
const ELSEWHERE = new Map<string, string>([
  ["/favicon.ico", "/icons/icon-192.png"],
  ["/.well-known/change-password", accountPath("security")],
]);
/** Prefixes for the API, media, and podcast feeds. Unknown paths below them get a JSON error, never a page. */
const NOT_A_PAGE = /^\/(api|audio|video|media|feed|episodes)(\/|$)/;

/** Where to report a vulnerability (RFC 9116). The expiry is computed per response, so it never lapses. */
function securityTxt(appUrl: string): string {
  const expires = new Date(Date.now() + SECURITY_TXT_GOOD_FOR_MS).toISOString().replace(/\.\d+Z$/, "Z");
  const lines = [`Contact: mailto:${BRAND.supportEmail}`, `Expires: ${expires}`, "Preferred-Languages: en"];
  return `${[...lines, `Canonical: ${appUrl}${SECURITY_TXT}`].join("\n")}\n`;
}

export const pages = createMiddleware<HttpEnv>(async (c, next) => {
  const { path, method } = c.req;
  if (NOT_A_PAGE.test(path) || (method !== "GET" && method !== "HEAD")) return next();
  const { origin, search } = new URL(c.req.url);
  const fetchAsset = (file: string) => c.env.ASSETS.fetch(new URL(file, origin));
  const addressed = async (file: string) => {
    const text = await (await fetchAsset(file)).text();
    return text.replaceAll(ORIGIN_MARK, readConfig(c.env).appUrl);
  };
  const page = pageOf(path);
  const document = (body: BodyInit | null, status: 200 | 404, mayBeCached: boolean) => {
    const headers = new Headers({
      "content-type": "text/html; charset=utf-8",
      "cache-control": mayBeCached ? "no-cache" : "no-store",
    });
    if (page?.kind === "app") headers.set("x-robots-tag", "noindex");
    return new Response(body, { status, headers });
  };

  if (page?.kind === "public") return document(await addressed(`/public/${page.name}.html`), 200, true);
  if (path === OFFLINE_PATH) return document(await addressed("/public/offline.html"), 200, true);
  // Links in emails carry tokens in the query, so browsers must not store the page.
  if (page?.kind === "app") return document((await fetchAsset(`/app/${page.name}.html`)).body, 200, search === "");
  const crawlerFileType = CRAWLER_FILES.get(path);
  if (crawlerFileType) {
    return c.body(await addressed(`/public${path}`), 200, {
      "content-type": crawlerFileType,
      "cache-control": "no-cache",
    });
  }
  if (path === SECURITY_TXT) {
    const headers = { "content-type": PLAIN_TEXT, "cache-control": "no-cache" };
    return c.body(securityTxt(readConfig(c.env).appUrl), 200, headers);
  }
  const target = ELSEWHERE.get(path);
  if (target) return c.redirect(target, 302);
  if (!HAS_ANOTHER_PATH.test(path)) {
    const file = await c.env.ASSETS.fetch(c.req.raw);
    if (file.status !== 404) return new Response(file.body, file);
  }
  // Never cache a 404: a file below /assets/ may arrive at any moment with a rollout.
  return document((await fetchAsset(NOT_FOUND_PAGE)).body, 404, false);
});
