import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const read = (url: string) => readFileSync(fileURLToPath(url)).toString("base64");
const arimo = {
  400: read(import.meta.resolve("@fontsource/arimo/files/arimo-latin-400-normal.woff2")),
  700: read(import.meta.resolve("@fontsource/arimo/files/arimo-latin-700-normal.woff2")),
};
const dejaVu = {
  400: read(import.meta.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2")),
  700: read(import.meta.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2")),
};
const source = (font: string) => `url(data:font/woff2;base64,${font})`;

/** A font family in two weights that replaces the system's sans. `metrics` set its line height. */
function asSystemSans(font: typeof arimo, metrics = ""): (html: string) => string {
  const faces = ([400, 700] as const).map(
    (weight) => `@font-face{font-family:"Stand-In";font-weight:${weight};src:${source(font[weight])};${metrics}}`,
  );
  return (html) =>
    html
      .replaceAll(/local\("?[\w ]+"?\)/g, 'local("none")')
      .replaceAll(/(--font-sans:[^;}]*?)system-ui/g, '$1"Stand-In"')
      .replace("</head>", `<style>${faces.join("")}</style></head>`);
}

/**
 * System fonts that people read our pages in if the web font fails. Arimo has Liberation Sans's widths and heights;
 * Nimbus Sans has the same widths, but its own heights, from its files.
 */
export const STAND_INS = {
  "Liberation Sans": (html: string) =>
    html
      .replaceAll(/local\("?Arial"?\)/g, source(arimo[400]))
      .replaceAll(/local\("?Arial Bold"?\)/g, source(arimo[700])),
  "Nimbus Sans": asSystemSans(arimo, "ascent-override:72.9%;descent-override:27.1%;line-gap-override:20%"),
  "DejaVu Sans": asSystemSans(dejaVu),
};

/** Shows every document the page opens in a substitute font, whatever fonts this machine has. */
export async function readIn(page: Page, standIn: keyof typeof STAND_INS): Promise<void> {
  await page.route("**/*.woff2", (route) => route.abort());
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = STAND_INS[standIn](html);
    if (body === html) throw new Error(`${route.request().url()} names no stand-in that could be replaced.`);
    // The policy allows no fonts inlined in the document.
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
}
