import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { BRAND } from "../../domain/brand.ts";
import { ORIGIN_MARK, PUBLIC_PAGES, pageOf } from "../../domain/paths.ts";
import { siteFiles } from "./site-files.ts";

const files = siteFiles();

test("the manifest names the brand, starts at the dashboard, and lists only icons that exist", () => {
  const manifest = JSON.parse(files["manifest.webmanifest"] ?? "");
  expect(manifest).toMatchObject({ name: BRAND.name, start_url: "/dashboard", display: "standalone", scope: "/" });
  for (const color of [manifest.theme_color, manifest.background_color]) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  const sizes = manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
  const icons = [manifest, ...manifest.shortcuts].flatMap(({ icons }) => icons);
  for (const { src } of icons) expect(existsSync(`web/static${src}`), src).toBe(true);
  for (const { url } of manifest.shortcuts) expect(pageOf(url)).toMatchObject({ kind: "app" });
});

test("the sitemap lists every public page at the product's origin and nothing else", () => {
  const locations = [...(files["public/sitemap.xml"] ?? "").matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
  expect(locations).toEqual(Object.values(PUBLIC_PAGES).map((path) => ORIGIN_MARK + path));
});

test("robots.txt points to the sitemap, blocks the API and media, and allows crawling noindex pages", () => {
  const robots = files["public/robots.txt"] ?? "";
  expect(robots).toContain(`Sitemap: ${ORIGIN_MARK}/sitemap.xml`);
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path);
  expect(closed).toEqual(["/api/", "/audio/", "/video/"]);
});
