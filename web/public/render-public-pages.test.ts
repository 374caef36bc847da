import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { documentEntryOf } from "#domain/paths.ts";
import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import { renderPublicPages } from "./render-public-pages.tsx";

const SHELL = "<html><head><!--head--></head><body><!--page--></body></html>";
const { "index.html": landing = "", "404.html": notFound = "" } = renderPublicPages(SHELL);

test("the landing page carries both plans with their prices as they are", () => {
  for (const { name, price } of Object.values(PLANS)) {
    for (const text of [name, formatPrice(price.cents), `per ${price.per}`]) expect(landing).toContain(text);
  }
  expect(landing).toContain("Best Value");
});

test("every link of the public pages leads somewhere: a page that exists, a part of the page, a mail or a network", () => {
  for (const page of [landing, notFound]) {
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    expect(links.length).toBeGreaterThan(5);
    for (const href of links) {
      if (href.startsWith("mailto:")) expect(href).toContain(BRAND.supportEmail);
      else if (href.startsWith("https:")) expect(Object.values(BRAND.social).map(({ url }) => url)).toContain(href);
      else {
        const { pathname, hash } = new URL(href, "https://daybolt.test/");
        expect(documentEntryOf(pathname), href).not.toBeNull();
        const target = pathname === "/" && !href.startsWith("#") ? landing : page;
        if (hash !== "") expect(target, href).toContain(`id="${hash.slice(1)}"`);
      }
    }
  }
});

test("links that open a new tab say so and give nothing away", () => {
  const external = [...landing.matchAll(/<a [^>]*target="_blank"[^>]*>.*?<\/a>/gs)].map(([link]) => link);
  expect(external).toHaveLength(2 * Object.keys(BRAND.social).length);
  for (const link of external) {
    expect(link).toContain('rel="noopener noreferrer"');
    expect(link).toContain("opens in a new tab");
  }
});

test("the 404 page names itself and is kept out of search engines", () => {
  expect(notFound).toContain("404 Page Not Found</h1>");
  expect(notFound).toContain('content="noindex"');
  expect(landing).not.toContain("noindex");
});

test("a shell without the marks is refused, rather than published empty", () => {
  expect(() => renderPublicPages("<html></html>")).toThrow("<!--head-->");
});
