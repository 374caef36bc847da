import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, LINK_SECRETS, OFFLINE_PATH, ORIGIN_MARK, PUBLIC_PAGES } from "#domain/paths.ts";
import { artworkOf } from "#domain/rules/artwork.ts";
import { request, requestWith } from "#test/worker/request.ts";

async function page(path: string, method = "GET") {
  const response = await request(path, { method });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test("every app page has its own document, whatever the rest of its URL", async () => {
  const documents = await Promise.all(
    Object.values(APP_PAGES).map(async (pattern) => {
      const { status, headers, html } = await page(`${pattern.replace(":id", "2025-08-12")}?any=query`);
      expect([status, headers.get("content-type")], pattern).toEqual([200, "text/html; charset=utf-8"]);
      const again = await page(`${pattern.replace(":id", "an-id")}/`);
      expect(again.html, pattern).toBe(html);
      return html;
    }),
  );
  expect(new Set(documents).size).toBe(documents.length);
});

test("every document renders on its own and loads only the font before its content", async () => {
  for (const path of [...Object.values(PUBLIC_PAGES), ...Object.values(APP_PAGES)]) {
    const { html } = await page(path.replace(":id", "2025-08-12"));
    const [head = "", body = ""] = html.split("</head>");
    expect(head, path).toContain("<style>");
    expect(head, path).not.toMatch(/<script|rel="(?:stylesheet|modulepreload)"/);
    const preloads = head.match(/<link[^>]*rel="preload"[^>]*>/g);
    expect(preloads, path).toEqual([expect.stringMatching(/as="font"[^>]*archivo-basic-[\w-]+\.woff2"/)]);
    const [content = "", ...loaded] = body.split(/<(?=script|link)/);
    expect(content, path).toMatch(/<h1[\s\S]*<\/main>/);
    expect(loaded.length, path).toBeGreaterThan(0);
    for (const tag of loaded) expect(tag, path).not.toMatch(/<\/?(?:main|h1|p|div)\b/);
  }
});

test("an app page lists all its code up front, so no script waits for another", async () => {
  for (const path of Object.values(APP_PAGES)) {
    const { html } = await page(path.replace(":id", "2025-08-12"));
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file);
    const needed = new Map<string, string>();
    for (const file of named) await withStaticImports(file, needed);
    expect([...needed.keys()].sort(), path).toEqual([...named].sort());
    // The page names its own code, not just the entry.
    expect(html, path).toMatch(/modulepreload"[^>]+-page-/);
  }
});

test("every public page has its own document with its address at the public origin", async () => {
  const documents = await Promise.all(
    Object.values(PUBLIC_PAGES).map(async (path) => {
      const { status, headers, html } = await page(path);
      expect([status, headers.get("content-type")], path).toEqual([200, "text/html; charset=utf-8"]);
      expect(html, path).toContain(`<link rel="canonical" href="${env.APP_URL}${path}"/>`);
      expect(html, path).not.toContain(ORIGIN_MARK);
      if (path !== "/") expect((await page(`${path}/`)).html, `${path}/`).toBe(html);
      return html;
    }),
  );
  expect(new Set(documents).size).toBe(documents.length);
});

test.for([
  "/no-such-page",
  "/embed/youtube/dQw4w9WgXcQ",
  "/login/more",
  "/content",
  "/index.html",
  "/app/index.html",
  "/subscribe/annual",
  "/subscribe.html",
  "/public/subscribe.html",
  "/public/home.html",
  "/public/404.html",
  "/public/robots.txt",
  "/.dev.vars",
])("%s returns a real 404 with an error page", async (path) => {
  const { status, headers, html } = await page(path);
  expect(status).toBe(404);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(html).toContain("404");
});

test("the offline page is served for the service worker to store", async () => {
  const { status, headers, html } = await page(OFFLINE_PATH);
  expect([status, headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(html).toContain("You&#x27;re offline");
  expect((await page("/public/offline.html")).status).toBe(404);
});

test("static files are served with the right type", async () => {
  const icon = await page("/favicon.svg");
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  const manifest = await page("/manifest.webmanifest");
  expect(manifest.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
  expect(JSON.parse(manifest.html)).toMatchObject({ start_url: "/dashboard" });
});

test("browsers cache pictures for a long time, and webmail sites may embed the daily artwork", async () => {
  // As Cloudflare serves them: without the Worker, by the binding's rules.
  const picture = await env.ASSETS.fetch(new URL(artworkOf("2025-08-12"), "http://localhost"));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(picture.headers.get("cache-control")).toBe("public, max-age=2592000");
  expect(picture.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const icon = await env.ASSETS.fetch(new URL("/icons/icon-192.png", "http://localhost"));
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect((await page("/artwork/33.jpg")).status).toBe(404);
});

test("crawlers get robots.txt and a sitemap with the public origin", async () => {
  const robots = await page("/robots.txt");
  expect([robots.status, robots.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(robots.html).toContain(`Sitemap: ${env.APP_URL}/sitemap.xml`);
  const sitemap = await page("/sitemap.xml");
  expect([sitemap.status, sitemap.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  for (const path of Object.values(PUBLIC_PAGES)) expect(sitemap.html).toContain(`<loc>${env.APP_URL}${path}</loc>`);
  expect(robots.html + sitemap.html).not.toContain(ORIGIN_MARK);
});

test("standard paths lead to the icon and to the page for changing a password", async () => {
  for (const [path, target] of [
    ["/favicon.ico", "/icons/icon-192.png"],
    ["/.well-known/change-password", "/profile#security"],
  ] as const) {
    const response = await requestWith({}, path, { headers: { "sec-fetch-dest": "image" } });
    expect([path, response.status, response.headers.get("location")]).toEqual([path, 302, target]);
    const found = await env.ASSETS.fetch(new URL(target, "http://localhost"));
    expect([found.status, (await page(target)).status], target).toContain(200);
  }
  expect((await page("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")).status).toBe(
    404,
  );
});

test("security.txt says where to report a vulnerability and hasn't expired", async () => {
  const { status, headers, html } = await page("/.well-known/security.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = Object.fromEntries(
    html
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields).toMatchObject({
    Contact: `mailto:${BRAND.supportEmail}`,
    "Preferred-Languages": "en",
    Canonical: `${env.APP_URL}/.well-known/security.txt`,
  });
  // RFC 9116: a full instant, less than a year ahead.
  const days = (Date.parse(fields.Expires ?? "") - Date.now()) / 86_400_000;
  expect(fields.Expires).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
  expect([days > 30, days < 365]).toEqual([true, true]);
});

test("HEAD returns GET's status without a body", async () => {
  expect(await page("/login", "HEAD")).toMatchObject({ status: 200, html: "" });
  expect(await page("/no-such-page", "HEAD")).toMatchObject({ status: 404, html: "" });
});

test("pages are revalidated at each visit, and pages whose URL may carry a token are never stored", async () => {
  for (const path of ["/", "/subscribe?plan=annual", "/login", "/profile"]) {
    expect((await page(path)).headers.get("cache-control"), path).toBe("no-cache");
  }
  for (const path of [
    "/setup-password?token=t&email=e",
    "/setup-password/?token=t&email=e",
    "/dashboard?token=t",
    "/unsubscribe?member=m&key=k",
    "/content/2025-08-12?member=m&key=k",
    "/wake-up?member=m&date=2025-08-12&key=k&hour=7",
  ]) {
    expect((await page(path)).headers.get("cache-control"), path).toBe("no-store");
  }
});

test("an existing hashed file is cached forever, and a missing one never", async () => {
  const { html } = await page("/login");
  const [, path = ""] = /"(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  // Existing files are served without the Worker, by the binding's rules; missing ones reach the Worker.
  const hit = await env.ASSETS.fetch(new URL(path, "http://localhost"));
  expect([hit.status, hit.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
  const miss = await page(path.replace(".js", "-gone.js"));
  expect([miss.status, miss.headers.get("cache-control")]).toEqual([404, "no-store"]);
});

/** A script with all its static imports, each path once. */
async function withStaticImports(path: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  if (found.has(path)) return found;
  const code = await (await env.ASSETS.fetch(new URL(path, "http://localhost"))).text();
  found.set(path, code);
  for (const [, file = ""] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    await withStaticImports(`/assets/${file}`, found);
  }
  return found;
}

async function gzippedBytes(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

test("a public page loads at most 6 kB of script, and the checkout loads separately on first interaction", async () => {
  for (const path of Object.values(PUBLIC_PAGES)) {
    const { html } = await page(path);
    const scripts = new Map<string, string>();
    for (const [, src = ""] of html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.js)"/g)) {
      await withStaticImports(src, scripts);
    }
    expect(scripts.size, path).toBeGreaterThan(0);
    expect(html, path).not.toMatch(/<script(?![^>]+src=)/);
    const sizes = await Promise.all([...scripts.values()].map(gzippedBytes));
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThanOrEqual(6000);
    const [checkout] = /checkout-[\w-]+\.js/.exec([...scripts.values()].join()) ?? [];
    expect(checkout, path).toBeDefined();
    // The test includes static imports: for the checkout, React.
    expect((await withStaticImports(`/assets/${checkout}`)).size).toBeGreaterThan(1);
  }
});

test("search engines are kept out of app pages and allowed on public ones, and only those have Open Graph tags", async () => {
  for (const pattern of Object.values(APP_PAGES)) {
    const { headers, html } = await page(pattern.replace(":id", "2025-08-12"));
    expect(headers.get("x-robots-tag"), pattern).toBe("noindex");
    expect(html, pattern).toContain('<meta name="robots" content="noindex" />');
    expect(html, pattern).not.toMatch(/(property|name)="(og|twitter):/);
  }
  for (const path of Object.values(PUBLIC_PAGES)) {
    const { headers, html } = await page(path);
    expect(headers.get("x-robots-tag"), path).toBeNull();
    expect(html, path).not.toContain("noindex");
    expect(html, path).toContain('property="og:image"');
  }
});

test("an unknown path under /api or media returns a JSON error", async () => {
  for (const path of [
    "/api/nothing",
    "/audio",
    "/video",
    "/media",
    "/media/",
    "/media/nothing.mp4",
    "/media/a/b.mp4",
  ]) {
    expect((await page(path)).headers.get("content-type"), path).toMatch(/^application\/json/);
  }
});

test.for([
  ...Object.entries(LINK_SECRETS).flatMap(([name, secrets]) =>
    secrets.map(
      (secret) => [`${{ ...APP_PAGES, ...PUBLIC_PAGES }[name as "login"]}?${secret}=x`, "no-referrer"] as const,
    ),
  ),
  ["/login?plan=annual", "strict-origin-when-cross-origin"],
  ["/dashboard", "strict-origin-when-cross-origin"],
] as const)("the document of %s is sent with the referrer policy %s", async ([path, policy]) => {
  const response = await request(path.replace(":id", "2026-11-20"));
  expect(response.status).toBe(200);
  expect(response.headers.get("referrer-policy")).toBe(policy);
});
