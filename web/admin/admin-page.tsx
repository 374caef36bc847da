import { useAtomValue } from "jotai";
import { MonitorPlay } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { StatePanel } from "../ui/state-panel.tsx";
import { AdminLogin } from "./admin-session.tsx";

// A visitor who only sees the login card doesn't download the admin area.
const loadArea = () => loadChunk(() => import("./admin-area.tsx"));
const AdminTabs = lazy(async () => ({ default: (await loadArea()).AdminTabs }));
const AdminLogout = lazy(async () => ({
  default: (await loadChunk(() => import("./admin-logout.tsx"))).AdminLogout,
}));

export function AdminPage() {
  useDocumentTitle("Admin");
  const status = useAtomValue(adminStatusAtom);
  const isSignedIn = status === "signed-in";
  return (
    <PageShell
      actions={
        <nav aria-label="Main" className="flex items-center gap-1">
          <Link to={APP_PAGES.dashboard} className={buttonClass("ghost", "sm")}>
            <MonitorPlay className="size-4 max-sm:hidden" />
            Dashboard
          </Link>
          <Suspense>{isSignedIn && <AdminLogout />}</Suspense>
        </nav>
      }
    >
      <h1 className="sr-only">Administration</h1>
      {isSignedIn ? (
        <Suspense fallback={<StatePanel kind="loading" title="Loading..." />}>
          <AdminTabs />
        </Suspense>
      ) : (
        // A failed load surfaces when the tabs render.
        <AdminLogin wasRefused={status === "refused"} onSubmit={() => void loadArea().catch(() => undefined)} />
      )}
    </PageShell>
  );
}
