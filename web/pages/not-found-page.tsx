import { PageShell } from "../brand/page-shell.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { DawnDial } from "../ui/dawn-dial.tsx";

export function NotFoundPage() {
  useDocumentTitle("404 Page Not Found");
  return (
    <PageShell width="narrow" backdrop={<DawnDial />}>
      <div className="grid justify-items-start gap-5 pt-10">
        <h1 className="text-4xl">
          <span className="bolt-text mb-4 block text-8xl leading-none">404</span> Page Not Found
        </h1>
        <p className="text-muted">Did you forget to add the page to the router?</p>
        <a href="/" className={buttonClass("primary")}>
          Back to home
        </a>
      </div>
    </PageShell>
  );
}
