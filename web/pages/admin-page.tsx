import { useAtomValue } from "jotai";
import { ContentManager } from "../features/admin-content/content-manager.tsx";
import { Overview } from "../features/admin-overview/overview.tsx";
import { AdminLogin } from "../features/admin-session/admin-login.tsx";
import { AdminNav } from "../features/admin-session/admin-nav.tsx";
import { FreeTrials } from "../features/admin-trials/free-trials.tsx";
import { adminPasswordAtom } from "../lib/admin-session.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { PageShell } from "../ui/page-shell.tsx";
import { Tabs } from "../ui/tabs.tsx";

export function AdminPage() {
  useDocumentTitle("Admin");
  const password = useAtomValue(adminPasswordAtom);
  return (
    <PageShell actions={<AdminNav isSignedIn={password !== null} />}>
      <h1 className={password === null ? "sr-only" : "mb-5 text-3xl wide sm:text-4xl"}>Administration</h1>
      {password === null ? <AdminLogin /> : <AdminTabs password={password} />}
    </PageShell>
  );
}

function AdminTabs({ password }: { password: string }) {
  return (
    <Tabs
      label="Admin sections"
      tabs={[
        { value: "overview", label: "Overview", content: <Overview password={password} /> },
        { value: "content", label: "Content", content: <ContentManager password={password} /> },
        { value: "trials", label: "Free Trials", content: <FreeTrials password={password} /> },
      ]}
    />
  );
}
