import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button-class.ts";
import { PageShell } from "../ui/page-shell.tsx";

export function NotFoundPage() {
  useDocumentTitle("404 Page Not Found");
  return (
    <PageShell width="narrow">
      <div className="grid justify-items-start gap-5 pt-10">
        <p aria-hidden="true" className="bolt-text text-8xl font-extrabold wide leading-none">
          404
        </p>
        <h1 className="text-4xl">404 Page Not Found</h1>
        <p className="text-muted">Did you forget to add the page to the router?</p>
        <a href="/" className={buttonClass("primary")}>
          Back to home
        </a>
      </div>
    </PageShell>
  );
}
