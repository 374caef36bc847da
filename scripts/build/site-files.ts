import { BRAND } from "../../domain/brand.ts";
import { APP_PAGES, ORIGIN_MARK, PUBLIC_PAGES } from "../../domain/paths.ts";
import { themeColor } from "./theme-colors.ts";

function webManifest(): string {
  const icon = (name: string, size: number, purpose: "any" | "maskable") => {
    return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: "image/png", purpose };
  };
  const manifest = {
    id: "/",
    name: BRAND.name,
    short_name: BRAND.name,
    description: BRAND.tagline,
    lang: "en",
    dir: "ltr",
    start_url: APP_PAGES.dashboard,
    scope: "/",
    display: "standalone",
    theme_color: themeColor("night"),
    background_color: themeColor("night"),
    categories: ["lifestyle", "health", "music"],
    icons: [
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("maskable-512", 512, "maskable"),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
    shortcuts: [
      { name: "Dashboard", url: APP_PAGES.dashboard, icons: [icon("icon-192", 192, "any")] },
      { name: "My Account", url: APP_PAGES.profile, icons: [icon("icon-192", 192, "any")] },
    ],
  };
  return JSON.stringify(manifest);
}

/** Crawlers must be able to read a page to see its noindex, so only API and media paths are disallowed. */
function robotsTxt(): string {
  const closed = ["/api/", "/audio/", "/video/"].map((path) => `Disallow: ${path}`);
  return ["User-agent: *", ...closed, "", `Sitemap: ${ORIGIN_MARK}/sitemap.xml`, ""].join("\n");
}

function sitemap(): string {
  const urls = Object.values(PUBLIC_PAGES).map((path) => `  <url><loc>${ORIGIN_MARK}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Files derived from brand, theme, and paths. The Worker replaces the origin mark in those under public/. */
export function siteFiles(): Record<string, string> {
  return {
    "manifest.webmanifest": webManifest(),
    "public/robots.txt": robotsTxt(),
    "public/sitemap.xml": sitemap(),
  };
}
