import { useAtomValue } from "jotai";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link, Navigate, useLocation, useParams } from "react-router";
import { adminPath } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/account/member-nav.tsx";
import { RequireSession } from "../features/account/require-session.tsx";
import { CHECKING } from "../features/account/session.query.ts";
import { ContentItemSkeleton } from "../features/content/content-item-view.tsx";
import { ContentLoader } from "../features/content/content-loader.tsx";
import { TodayLink } from "../features/content/today-link.tsx";
import { backToDashboardHref, libraryLeft } from "../features/content/ways-back.ts";
import { AccessEnded } from "../features/profile/access-ended.tsx";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { useLinkParams } from "../lib/link-secrets.ts";
import { lazyChunk } from "../lib/load-chunk.ts";
import { offlineAtom } from "../lib/offline.atoms.ts";
import { MemberItem } from "./member-item.tsx";

// Members never need the administrator's preview.
const PreviewedItem = lazyChunk(() => import("./previewed-item.tsx").then((module) => module.PreviewedItem));

// Needed only for an email's button opened without a session.
const PlayedByMail = lazyChunk(() => import("./played-by-mail.tsx").then((module) => module.PlayedByMail));
const OfflineItem = lazyChunk(() =>
  import("../features/content/offline-item.tsx").then((module) => module.OfflineItem),
);

const ADMIN_LIBRARY = adminPath({ tab: "content" });

export function ContentPage() {
  const { id = "" } = useParams();
  const params = useLinkParams();
  const isFromAdmin = params.get("from") === "admin";
  const adminStatus = useAtomValue(adminStatusAtom);
  const isOffline = useAtomValue(offlineAtom);
  const library = libraryLeft(useLocation().state);
  const back = isFromAdmin
    ? { href: ADMIN_LIBRARY, label: "Back to admin" }
    : library === null
      ? { href: backToDashboardHref(params), label: "Back to dashboard" }
      : { href: library, label: "Back to library" };

  // A reload or refusal drops the admin password. The member's login can't restore it, so go back to the admin area.
  const isLost = adminStatus === "refused" || (adminStatus === "signed-out" && readAuthToken() === null);
  if (isFromAdmin && isLost) return <Navigate to={ADMIN_LIBRARY} replace />;
  if (isFromAdmin && adminStatus === "signed-in") {
    return (
      <Shell back={back}>
        <ContentLoader key={id} id={id} isAdmin back={back} accessEnded={null} wayOn={null}>
          {(item) => (
            <Suspense fallback={<ContentItemSkeleton />}>
              <PreviewedItem item={item} />
            </Suspense>
          )}
        </ContentLoader>
      </Shell>
    );
  }
  const frame = (
    <Shell back={back} actions={NAV}>
      <ContentItemSkeleton status={CHECKING} />
    </Shell>
  );
  const member = params.get("member");
  const key = params.get("key");
  // A fallback's own page uses the key of the morning it was sent on.
  const morning = params.get("morning");
  return (
    <RequireSession
      readsOffline
      frame={frame}
      visitor={
        member &&
        key && (
          <Suspense fallback={frame}>
            <PlayedByMail link={morning ? { member, date: morning, key, item: id } : { member, date: id, key }} />
          </Suspense>
        )
      }
    >
      {(user) => (
        <Shell back={back} actions={NAV}>
          <ContentLoader
            key={id}
            id={id}
            offline={
              isOffline && (
                <Suspense fallback={<ContentItemSkeleton status={CHECKING} />}>
                  <OfflineItem id={id} />
                </Suspense>
              )
            }
            isAdmin={false}
            back={back}
            accessEnded={<AccessEnded />}
            wayOn={<TodayLink today={user.today} />}
          >
            {(item) => <MemberItem item={item} user={user} />}
          </ContentLoader>
        </Shell>
      )}
    </RequireSession>
  );
}

const NAV = <MemberNav />;

type ShellProps = { back: { href: string; label: string }; actions?: ReactNode; children: ReactNode };

function Shell({ back, actions, children }: ShellProps) {
  return (
    <PageShell actions={actions} isTight>
      <div className="mx-auto grid max-w-3xl grid-cols-1 content-start gap-1 sm:gap-3 lg:max-w-none">
        <Link
          to={back.href}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-semibold semi-wide text-muted hover:text-bolt has-[~h1]:hidden"
        >
          <ArrowLeft className="size-4" />
          {back.label}
        </Link>
        {children}
      </div>
    </PageShell>
  );
}
