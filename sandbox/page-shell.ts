import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { BRAND } from "../domain/brand.ts";

export type Markup = ReturnType<typeof html>;

type Shell = {
  title: string;
  /** The page's own address, and its part of the sandbox. */
  home: string;
  part: string;
  styles: string[];
  script?: string;
  state?: "reading" | "browsing";
  /** What follows the page's name. */
  bar: Markup;
  content: Markup;
};

/** Only the sandbox's own files, and emails framed from it. */
export const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

/** The frame of every page where a person looks at the sandbox. */
export const pageShell = ({ title, home, part, styles, script, state, bar, content }: Shell) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <title>${title}</title>
    <link rel="icon" href="/page/bolt.svg" type="image/svg+xml">
    ${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
    ${script ? html`<script src="${script}" type="module"></script>` : ""}
  </head>
  <body class="${state ?? ""}">
    <header class="bar">
      <h1><a class="brand" href="${home}"><img src="/page/bolt.svg" alt="" width="22" height="22">${BRAND.name} <span class="brand-part">${part}</span></a></h1>
      ${bar}
    </header>
    ${content}
  </body>
</html>`;

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves a page's files from their folder under a path. */
export function fileRoutes(path: string, folder: string, names: string[]): Hono {
  const routes = new Hono();
  for (const name of names) {
    const headers = { "content-type": TYPES[extname(name)] ?? "", "cache-control": "no-cache" };
    routes.get(`${path}/${name}`, async (c) => c.body(await readFile(new URL(name, folder)), 200, headers));
  }
  return routes;
}
