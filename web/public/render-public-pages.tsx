import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, ORIGIN_MARK, PUBLIC_PAGES, type PublicPageName } from "#domain/paths.ts";
import { ARTWORK_SIZE, sharePictureOf } from "#domain/rules/artwork.ts";
import { buttonClass } from "../ui/button.tsx";
import { GiftPage } from "./gifts/gift-page.tsx";
import { LandingPage } from "./landing/landing-page.tsx";
import { LegalPage } from "./legal/legal-page.tsx";
import { type LegalPageName, legalText } from "./legal/legal-texts.ts";
import { SitePage } from "./site-page.tsx";
import { SubscribePage } from "./subscribe/subscribe-page.tsx";

type PublicPage = { title: string; description: string; page: ReactNode };

function legalPage(name: LegalPageName): PublicPage {
  const { title, summary } = legalText(name, BRAND);
  return { title: `${title} · ${BRAND.name}`, description: summary, page: <LegalPage name={name} operator={BRAND} /> };
}

const PAGES: Record<PublicPageName, PublicPage> = {
  home: {
    title: `${BRAND.name}: ${BRAND.tagline}`,
    description:
      "High-energy audio and video for your morning, and a wake-up email at the hour you choose. A membership for adults who mean it.",
    page: <LandingPage />,
  },
  subscribe: {
    title: `Subscribe · ${BRAND.name}`,
    description: `Two plans, one morning habit. See what ${BRAND.name} costs, what you get, and how to cancel anytime.`,
    page: <SubscribePage />,
  },
  gift: {
    title: `Give a membership · ${BRAND.name}`,
    description: `Give someone a month or a year of mornings with ${BRAND.name}. One payment, no renewal, and an email with your words in it.`,
    page: <GiftPage />,
  },
  terms: legalPage("terms"),
  privacy: legalPage("privacy"),
  subscriptionTerms: legalPage("subscriptionTerms"),
  memberAgreement: legalPage("memberAgreement"),
  refundRequests: legalPage("refundRequests"),
  privacySettings: legalPage("privacySettings"),
};

function headOf(name: PublicPageName): ReactNode {
  const { title, description } = PAGES[name];
  const address = ORIGIN_MARK + PUBLIC_PAGES[name];
  const picture = ORIGIN_MARK + sharePictureOf(name);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={BRAND.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content={String(ARTWORK_SIZE.width)} />
      <meta property="og:image:height" content={String(ARTWORK_SIZE.height)} />
      <meta property="og:image:alt" content={`${BRAND.name}. ${BRAND.tagline}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const unlistedHead = (title: string) => (
  <>
    <title>{`${title} · ${BRAND.name}`}</title>
    <meta name="robots" content="noindex" />
  </>
);

function MessagePage({ children }: { children: ReactNode }) {
  return (
    <SitePage>
      <div className="relative isolate grid min-h-[70dvh] content-start justify-items-center overflow-hidden px-5 pt-[max(4rem,14dvh)] pb-24 text-center">
        <div aria-hidden="true" className="sunrise absolute inset-x-0 -bottom-1/2 -z-10 mx-auto h-full max-w-7xl" />
        <div aria-hidden="true" className="grid-lines absolute inset-0 -z-10" />
        <div className="grid w-full justify-items-center gap-6">{children}</div>
      </div>
    </SitePage>
  );
}

/** Shown at the address of the page that isn't there. */
function OfflinePage() {
  return (
    <MessagePage>
      <h1 className="text-3xl sm:text-5xl">You're offline</h1>
      <p className="max-w-lg text-lg text-muted">
        This page isn't saved on this device. Check your connection and try again.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {/* biome-ignore lint/a11y/useValidAnchor: it requests the page at this address, whichever that is, without a script. */}
        <a href="" className={buttonClass("primary", "lg")}>
          Try again
        </a>
        <a href={APP_PAGES.dashboard} className={buttonClass("secondary", "lg")}>
          Dashboard
        </a>
      </div>
    </MessagePage>
  );
}

function NotFoundPage() {
  return (
    <MessagePage>
      <h1 className="text-3xl sm:text-5xl">
        <span className="block font-black text-[clamp(5rem,min(26vw,36vh),14rem)] text-bolt wide leading-[1.15]">
          404
        </span>{" "}
        Page Not Found
      </h1>
      <p className="max-w-lg text-muted">
        No signal at this address.
        <small className="block text-sm">
          Just built this page? Is its path listed in <code>domain/paths.ts</code>?
        </small>
      </p>
      <a href={PUBLIC_PAGES.home} className={buttonClass("primary", "lg")}>
        Back to home
      </a>
    </MessagePage>
  );
}

function fill(shell: string, mark: string, content: ReactNode): string {
  if (!shell.includes(mark)) throw new Error(`The shell of the public pages has no ${mark}.`);
  // A function, because in a replacement string a price such as $9 would mean the ninth group.
  return shell.replace(mark, () => renderToStaticMarkup(content));
}

/** Finished documents by file name: each page's name, 404, and offline. `shell` is web/public/index.html as written by Vite. */
export function renderPublicPages(shell: string): Record<string, string> {
  const document = (head: ReactNode, page: ReactNode) => fill(fill(shell, "<!--head-->", head), "<!--page-->", page);
  const names = Object.keys(PAGES) as PublicPageName[];
  return {
    ...Object.fromEntries(names.map((name) => [`${name}.html`, document(headOf(name), PAGES[name].page)])),
    "404.html": document(unlistedHead("404 Page Not Found"), <NotFoundPage />),
    "offline.html": document(unlistedHead("You're offline"), <OfflinePage />),
  };
}
