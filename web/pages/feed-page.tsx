import { Link, useLocation } from "react-router";
import { PODCAST_PATH } from "#domain/rules/feeds.ts";
import { AuthFrame } from "../features/account/auth-frame.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { LazySection } from "../ui/lazy-section.tsx";

const loadFeed = () => import("../features/feed/feed-address.tsx").then((module) => module.ScannedFeed);

/** What a podcast app's QR code opens on a phone. The document is built without an address. */
export function FeedPage() {
  useDocumentTitle("Your podcast feed");
  const token = useLocation().hash.slice(1);
  const isWhole = /^[\w-]{32}$/.test(token);
  const lead = isWhole
    ? "It's yours alone: anyone who has its address can hear your sessions."
    : "To add it here, scan the code that your library shows when you add a podcast app.";
  return (
    <AuthFrame title="Your podcast feed" lead={lead}>
      {isWhole ? (
        <LazySection load={loadFeed} props={{ token }} className="grid min-h-64 grid-cols-1 content-start gap-6" />
      ) : (
        <Link to={PODCAST_PATH} className={buttonClass("primary", "lg")}>
          Open your library
        </Link>
      )}
    </AuthFrame>
  );
}
