import { useLocation } from "react-router";
import { PageShell } from "../brand/page-shell.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { LazySection } from "../ui/lazy-section.tsx";

const loadFeed = () => import("../features/feed/feed-address.tsx").then((module) => module.ScannedFeed);

/** What a podcast app's QR code opens on a phone. The document is built without an address. */
export function FeedPage() {
  useDocumentTitle("Your podcast feed");
  const token = useLocation().hash.slice(1);
  const isWhole = /^[\w-]{32}$/.test(token);
  return (
    <PageShell width="narrow">
      <div className="grid grid-cols-1 gap-6 sm:pt-10">
        <h1 className="text-3xl sm:text-4xl">Your podcast feed</h1>
        <p className="text-muted leading-relaxed">
          {isWhole
            ? "It's yours alone: anyone who has its address can hear your sessions."
            : "To add it here, scan the code that your library shows when you add a podcast app."}
        </p>
        {isWhole && <LazySection load={loadFeed} props={{ token }} className="grid min-h-64 content-start gap-6" />}
      </div>
    </PageShell>
  );
}
