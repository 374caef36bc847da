import { useAtomValue } from "jotai";
import { useParams, useSearchParams } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { ContentLoader } from "../features/content/content-loader.tsx";
import { ContentSession } from "../features/content/content-session.tsx";
import { backToDashboardHref } from "../features/content/dashboard-address.ts";
import { BackLink } from "../features/content/session-header.tsx";
import { AccessEndedPanel } from "../features/members/access-ended-panel.tsx";
import { adminPasswordAtom } from "../lib/admin-session.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { PageShell } from "../ui/page-shell.tsx";
import { MemberSession } from "./member-session.tsx";

export function ContentPage() {
  useDocumentTitle("Session");
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const isFromAdmin = params.get("from") === "admin";
  const adminPassword = useAtomValue(adminPasswordAtom);
  const back = isFromAdmin
    ? { href: APP_PAGES.admin, label: "Back to Admin" }
    : { href: backToDashboardHref(params), label: "Back to Dashboard" };

  if (isFromAdmin && adminPassword !== null) {
    return (
      <PageShell>
        <BackLink to={back.href}>{back.label}</BackLink>
        <ContentLoader key={id} id={id} adminPassword={adminPassword} back={back} accessEnded={null}>
          {(item) => <ContentSession item={item} adminPassword={adminPassword} />}
        </ContentLoader>
      </PageShell>
    );
  }
  return (
    <RequireSession>
      {(user) => (
        <PageShell actions={<MemberNav current="dashboard" />}>
          <BackLink to={back.href}>{back.label}</BackLink>
          <ContentLoader key={id} id={id} adminPassword={null} back={back} accessEnded={<AccessEndedPanel />}>
            {(item) => <MemberSession item={item} user={user} />}
          </ContentLoader>
        </PageShell>
      )}
    </RequireSession>
  );
}
