import { useSearchParams } from "react-router";
import { PageShell } from "../brand/page-shell.tsx";
import { MarkDone } from "../features/feed/mark-done.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { DawnDial } from "../ui/dawn-dial.tsx";

export function DonePage() {
  useDocumentTitle("Mark as done");
  const [params] = useSearchParams();
  const [feed, item, key] = ["feed", "item", "key"].map((name) => params.get(name));
  return (
    <PageShell width="narrow" backdrop={<DawnDial />}>
      <div className="sm:pt-10">
        <MarkDone link={feed && item && key ? { feed, item, key } : null} />
      </div>
    </PageShell>
  );
}
