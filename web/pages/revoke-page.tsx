import { RevokeFeeds } from "../features/feed/revoke-feeds.tsx";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function RevokePage() {
  useDocumentTitle("Revoke podcast access");
  const params = useLinkParams();
  const [member, feed, key] = ["member", "feed", "key"].map((name) => params.get(name));
  return <RevokeFeeds link={member && feed && key ? { member, feed, key } : null} />;
}
