import { expect, test, vi } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, ORIGIN_MARK, PUBLIC_PAGES, pageOf, subscribePath } from "#domain/paths.ts";
import { sharePictureOf } from "#domain/rules/artwork.ts";
import { formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { renderPublicPages } from "./render-public-pages.tsx";
import { LEGAL_LINKS } from "./site-links.ts";

const SHELL = "<html><head><!--head--></head><body><!--page--></body></html>";
const FILES = renderPublicPages(SHELL);
const { "home.html": landing = "", "404.html": notFound = "", "offline.html": offline = "" } = FILES;

/** A path's finished page; empty for a page of the app. */
function fileOf(path: string): string {
  const page = pageOf(path);
  return page?.kind === "public" ? (FILES[`${page.name}.html`] ?? "") : "";
}

test("the landing page says who speaks, if the brand has a voice", async () => {
  const brand = await import("#domain/brand.ts");
  const VOICE = { name: "Ray Riser", line: "Up at four since 2009.", picture: "/artwork/voice.jpg" };
  vi.resetModules();
  vi.doMock("#domain/brand.ts", () => ({ ...brand, VOICE }));
  const { renderPublicPages: renderSpoken } = await import("./render-public-pages.tsx");
  vi.doUnmock("#domain/brand.ts");
  const spoken = renderSpoken(SHELL)["home.html"] ?? "";
  for (const part of Object.values(VOICE)) expect(spoken).toContain(part);
  expect(spoken.length - landing.length).toBeLessThan(600);
  expect(landing).not.toContain("<figure");
});

test("the landing page shows both plans with their current prices", () => {
  for (const { name, price } of Object.values(PLANS)) {
    for (const text of [name, formatPrice(price.cents), `per ${price.per}`]) expect(landing).toContain(text);
  }
  expect(landing).toContain("Best Value");
});

/** External links that pages may have: the brand's social networks, and the video hosts' privacy pages. */
const OUTSIDE: string[] = [
  ...Object.values(BRAND.social).map(({ url }) => url),
  "https://policies.google.com/privacy",
  "https://vimeo.com/privacy",
  "https://www.paypal.com/us/legalhub/paypal/privacy-full",
];

test("every link on the public pages leads to an existing page or section, an email, or a known site", () => {
  for (const page of Object.values(FILES)) {
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    expect(links.length).toBeGreaterThan(5);
    for (const href of links) {
      if (href.startsWith("mailto:")) expect(href).toContain(BRAND.supportEmail);
      else if (href.startsWith("https:")) expect(OUTSIDE).toContain(href);
      else {
        const { pathname, hash } = new URL(href, "https://daybolt.test/");
        expect(pageOf(pathname), href).not.toBeNull();
        const isOfThisPage = href.startsWith("#");
        const target = isOfThisPage ? page : fileOf(pathname);
        // Sections of app pages exist only once the app runs.
        if (hash !== "" && (isOfThisPage || pageOf(pathname)?.kind === "public"))
          expect(target, href).toContain(`id="${hash.slice(1)}"`);
      }
    }
  }
});

test("every public page has one heading, its own title and description, and its own address", () => {
  const names = Object.keys(PUBLIC_PAGES) as (keyof typeof PUBLIC_PAGES)[];
  const heads = names.map((name) => {
    const html = FILES[`${name}.html`] ?? "";
    const [, title = ""] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
    const [, description = ""] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
    const address = ORIGIN_MARK + PUBLIC_PAGES[name];
    expect(html, name).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html, name).toContain(`<meta property="og:url" content="${address}"/>`);
    expect(html, name).toContain(`<meta property="og:image" content="${ORIGIN_MARK}${sharePictureOf(name)}"/>`);
    expect(html, name).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(html.match(/<h1[ >]/g), name).toHaveLength(1);
    expect(title, name).toContain(BRAND.name);
    expect(description.length, name).toBeGreaterThan(50);
    return [title, description];
  });
  expect(new Set(heads.flat()).size).toBe(2 * names.length);
});

function footerLinks(html: string): [label: string, href: string][] {
  const [footer = ""] = /<footer.*<\/footer>/s.exec(html) ?? [];
  return [...footer.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]+)/g)].map(([, href = "", label = ""]) => [
    label,
    href,
  ]);
}

test("every footer links to every legal text under that text's own title", () => {
  for (const html of Object.values(FILES)) {
    const links = footerLinks(html);
    for (const { href } of LEGAL_LINKS) {
      const [label = ""] = links.find(([, target]) => target === href) ?? [];
      expect(label, href).not.toBe("");
      const title = label.replace(" (full text)", "");
      expect(fileOf(href), href).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    }
  }
});

test("the landing page's footer links match the spec", () => {
  const links = footerLinks(landing);
  expect(links).toContainEqual(["Subscription Terms", PUBLIC_PAGES.subscribe]);
  expect(links).toContainEqual(["Member Agreement", APP_PAGES.dashboard]);
  for (const name of ["Help Center", "Refund Requests"]) {
    expect(links.find(([label]) => label === name)?.[1]).toMatch(`mailto:${BRAND.supportEmail}?`);
  }
  expect(new Set(links.map(([label]) => label)).size).toBe(links.length);
});

test("a plan's button leads to its purchase, never to an email program", () => {
  for (const html of [landing, FILES["subscribe.html"] ?? ""]) {
    for (const plan of Object.keys(PLANS) as PlanId[]) {
      const [, href = ""] =
        new RegExp(`<a href="([^"]*)" data-plan="${plan}"[^>]*><span[^>]*>Get ${PLANS[plan].name}<`).exec(html) ?? [];
      expect(href.replace("#checkout", "")).toBe(subscribePath(plan));
    }
  }
});

test("links that open a new tab say so and pass it no opener or referrer", () => {
  const external = [...landing.matchAll(/<a [^>]*target="_blank"[^>]*>.*?<\/a>/gs)].map(([link]) => link);
  expect(external).toHaveLength(Object.keys(BRAND.social).length);
  for (const link of external) {
    expect(link).toContain('rel="noopener noreferrer"');
    expect(link).toContain("opens in a new tab");
  }
});

test("the 404 page's heading says 404 Page Not Found, and search engines don't index the page", () => {
  expect(notFound.replaceAll(/<\/?span[^>]*>/g, "")).toContain(">404 Page Not Found</h1>");
  expect(notFound.slice(notFound.indexOf("<body>")).split("404")).toHaveLength(2);
  expect(notFound).toContain('content="noindex"');
  expect(landing).not.toContain("noindex");
  expect(notFound).not.toContain("og:image");
});

test("a shell without its placeholders is refused rather than published empty", () => {
  expect(() => renderPublicPages("<html></html>")).toThrow("<!--head-->");
});

test("the landing page doesn't load the preview or the sample until OK is pressed", () => {
  const { clip, poster, sample } = BRAND.preview;
  expect(landing).toContain(`action="/media/${clip}"`);
  expect(landing).toContain(`action="/media/${sample}"`);
  expect(landing).toContain(`data-poster="/media/${poster}"`);
  expect(landing.split("/media/")).toHaveLength(4);
  expect(landing).not.toMatch(/<(video|audio|source)[^>]*(src|poster|autoplay|preload)=/);
});

test("the landing page's claims about hours, emails, and refunds are true", () => {
  expect(landing).toContain("Choose a plan and your hour, in your own time zone, and pay with PayPal.");
  expect(landing).toContain("Wake up: Own the First Hour");
  expect(landing).toContain("Choose a delivery time from 4 to 10 AM, on the hour, in your own time zone.");
  expect(landing).toContain("5, 6, 7, 8, or 9 AM");
  expect(landing).not.toContain("to the minute");
  const { refundWindowHours, refundAnswerHours, refundProcessingBusinessDays } = SERVICE_TERMS;
  expect(landing).toContain(`within ${refundWindowHours} hours of your first purchase`);
  expect(landing).toContain(
    `within ${refundAnswerHours} hours and process the refund in ${refundProcessingBusinessDays.from} to`,
  );
});

test("the offline page isn't indexed, and its link retries the same address without a script", () => {
  expect(offline).toContain("You&#x27;re offline</h1>");
  expect(offline).toContain('content="noindex"');
  expect(offline).toMatch(/<a href=""[^>]*>Try again<\/a>/);
});
