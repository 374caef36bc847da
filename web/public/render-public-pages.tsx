import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BRAND } from "#domain/brand.ts";
import { LandingPage } from "./landing/landing-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

type PublicPage = { head: ReactNode; body: ReactNode };

const DESCRIPTION =
  "High-energy audio and video for your morning, and a wake-up mail at the hour you choose. A membership for adults who mean it.";

const PAGES: Record<string, PublicPage> = {
  "index.html": {
    head: (
      <>
        <title>{`${BRAND.name}: ${BRAND.tagline}`}</title>
        <meta name="description" content={DESCRIPTION} />
        <meta property="og:title" content={`${BRAND.name}: ${BRAND.tagline}`} />
        <meta property="og:description" content={DESCRIPTION} />
        <meta property="og:type" content="website" />
      </>
    ),
    body: <LandingPage />,
  },
  "404.html": {
    head: (
      <>
        <title>{`404 Page Not Found · ${BRAND.name}`}</title>
        <meta name="robots" content="noindex" />
      </>
    ),
    body: <NotFoundPage />,
  },
};

function fill(shell: string, mark: string, content: ReactNode): string {
  if (!shell.includes(mark)) throw new Error(`The shell of the public pages has no ${mark}.`);
  // A function, since a price such as $9 in a replacement text would mean the ninth group.
  return shell.replace(mark, () => renderToStaticMarkup(content));
}

/** The finished documents by file name. `shell` is web/public/index.html as Vite wrote it. */
export function renderPublicPages(shell: string): Record<string, string> {
  const pages = Object.entries(PAGES).map(
    ([file, { head, body }]) => [file, fill(fill(shell, "<!--head-->", head), "<!--page-->", body)] as const,
  );
  return Object.fromEntries(pages);
}
