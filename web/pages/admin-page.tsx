import { useAtomValue } from "jotai";
import { useSearchParams } from "react-router";
import { PageShell } from "../brand/page-shell.tsx";
import { AdminLogin, AdminNav } from "../features/admin/admin-session.tsx";
import { ContentTab } from "../features/admin/content-tab.tsx";
import { OverviewTab } from "../features/admin/overview-tab.tsx";
import { TrialsTab } from "../features/admin/trials-tab.tsx";
import { adminStatusAtom } from "../lib/admin-session.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { Tabs } from "../ui/tabs.tsx";

export function AdminPage() {
  useDocumentTitle("Admin");
  const status = useAtomValue(adminStatusAtom);
  const isSignedIn = status === "signed-in";
  return (
    <PageShell actions={<AdminNav isSignedIn={isSignedIn} />}>
      <h1 className={isSignedIn ? "mb-5 text-3xl wide sm:text-4xl" : "sr-only"}>Administration</h1>
      {isSignedIn ? <AdminTabs /> : <AdminLogin wasRefused={status === "refused"} />}
    </PageShell>
  );
}

const TABS = [
  { value: "overview", label: "Overview", content: <OverviewTab /> },
  { value: "content", label: "Content", content: <ContentTab /> },
  { value: "trials", label: "Free Trials", content: <TrialsTab /> },
] as const;

/** The open tab stands in the address, where a reload, a new login and the way back from a content page find it. */
function AdminTabs() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("tab");
  const value = TABS.find((tab) => tab.value === asked)?.value ?? "overview";
  return (
    <Tabs
      label="Admin sections"
      tabs={TABS}
      value={value}
      onValueChange={(tab) => setParams({ tab }, { replace: true })}
    />
  );
}
