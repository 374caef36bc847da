import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { feedPath } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { FeedAddress } from "../features/feed/feed-address.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { StatePanel } from "../ui/state-panel.tsx";

/** What the QR code in My Account opens on a phone. */
export function AddFeedPage() {
  useDocumentTitle("Your podcast feed");
  const token = useLocation().hash.slice(1);
  // The document is built without an address.
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return (
    <PageShell width="narrow">
      <div className="grid grid-cols-1 gap-6 sm:pt-10">
        <h1 className="text-3xl sm:text-4xl">Your podcast feed</h1>
        {origin === "" && <StatePanel kind="loading" title="Loading your feed..." />}
        {origin !== "" && /^[\w-]{32}$/.test(token) && (
          <>
            <p className="text-muted leading-relaxed">
              It's yours alone: anyone who has its address can hear your sessions.
            </p>
            <FeedAddress address={`${origin}${feedPath(token)}`} />
          </>
        )}
        {origin !== "" && !/^[\w-]{32}$/.test(token) && (
          <StatePanel
            kind="error"
            title="This address is cut off"
            detail="Add the device again in My Account, under Security, and scan its code."
          />
        )}
      </div>
    </PageShell>
  );
}
