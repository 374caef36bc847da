import { MarkDone } from "../features/feed/mark-done.tsx";
import { useLinkParams } from "../lib/link-secrets.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

export function DonePage() {
  useDocumentTitle("Mark as done");
  const params = useLinkParams();
  const [feed, item, key] = ["feed", "item", "key"].map((name) => params.get(name));
  return <MarkDone link={feed && item && key ? { feed, item, key } : null} />;
}
