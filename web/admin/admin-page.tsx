import { useAtomValue } from "jotai";
import { MonitorPlay } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { lazyChunk } from "../lib/load-chunk.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { StatePanel } from "../ui/state-panel.tsx";
import { AdminLogin, LOGIN_HINT } from "./admin-login.tsx";

// A visitor who only sees the login card doesn't download the admin area.
const AdminTabs = lazyChunk(async () => (await import("./admin-area.tsx")).AdminTabs);
const AdminLogout = lazyChunk(async () => (await import("./admin-logout.tsx")).AdminLogout);

export function AdminPage() {
  useDocumentTitle("Admin");
  const isOpen = useAtomValue(adminStatusAtom) !== "signed-out";
  return (
    <PageShell
      actions={
        <nav aria-label="Main" className="flex items-center gap-1">
          <Link to={APP_PAGES.dashboard} className={buttonClass("ghost", "sm")}>
            <MonitorPlay className="size-4 max-sm:hidden" />
            Dashboard
          </Link>
          <Suspense>{isOpen && <AdminLogout />}</Suspense>
        </nav>
      }
    >
      <h1 className="sr-only">Administration</h1>
      {isOpen ? (
        <Suspense fallback={<StatePanel kind="loading" title="Loading..." />}>
          <AdminTabs />
        </Suspense>
      ) : (
        <Card id="admin-login" title="Admin" hint={LOGIN_HINT} className="mx-auto w-full max-w-md sm:mt-10">
          <AdminLogin />
        </Card>
      )}
    </PageShell>
  );
}
