import { useAtomValue } from "jotai";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link, Navigate, useLocation, useParams, useSearchParams } from "react-router";
import type { SessionUser } from "#domain/contract/auth.ts";
import type { ContentItem } from "#domain/contract/content.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { NO_PROGRESS } from "#domain/rules/completion.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { useRenewSession } from "../features/auth/session.query.ts";
import { ContentItemView } from "../features/content/content-item-view.tsx";
import { ContentLoader } from "../features/content/content-loader.tsx";
import { backToDashboardHref } from "../features/content/dashboard-address.ts";
import { OpensLater } from "../features/content/opens-later.tsx";
import { AccessEndedPanel } from "../features/members/access-ended-panel.tsx";
import { AudioPlayer } from "../features/player/audio-player.tsx";
import { isOpenedToPlay, type Track, trackOf } from "../features/player/player.atoms.ts";
import { VideoPlayer } from "../features/player/video-player.tsx";
import { ContentCompletion, ProgressBadges, ProgressTrouble } from "../features/progress/content-completion.tsx";
import { useProgress } from "../features/progress/progress.query.ts";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";
import { adminStatusAtom } from "../lib/admin-session.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";

/** The tab whose rows lead here with from=admin. */
const ADMIN_LIBRARY = `${APP_PAGES.admin}?tab=content`;

export function ContentPage() {
  useDocumentTitle("Session");
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const isFromAdmin = params.get("from") === "admin";
  const adminStatus = useAtomValue(adminStatusAtom);
  const back = isFromAdmin
    ? { href: ADMIN_LIBRARY, label: "Back to Admin" }
    : { href: backToDashboardHref(params), label: "Back to Dashboard" };

  // A reload forgets the admin password; the member's login is no way back to it, nor from a refused one.
  const isLost = adminStatus === "refused" || (adminStatus === "signed-out" && readAuthToken() === null);
  if (isFromAdmin && isLost) return <Navigate to={ADMIN_LIBRARY} replace />;
  if (isFromAdmin && adminStatus === "signed-in") {
    return (
      <PageShell>
        <Column back={back}>
          <ContentLoader key={id} id={id} isAdmin back={back} accessEnded={null}>
            {(item) => <PreviewedItem item={item} />}
          </ContentLoader>
        </Column>
      </PageShell>
    );
  }
  return (
    <RequireSession>
      {(user) => (
        <PageShell actions={<MemberNav current="dashboard" />}>
          <Column back={back}>
            <ContentLoader key={id} id={id} isAdmin={false} back={back} accessEnded={<AccessEndedPanel />}>
              {(item) => <MemberItem item={item} user={user} />}
            </ContentLoader>
          </Column>
        </PageShell>
      )}
    </RequireSession>
  );
}

/** What the app's player needs to know of an item's audio; null without one. */
function useTrack(item: ContentItem, savesProgress: boolean): Track | null {
  const { pathname, search } = useLocation();
  return useMemo(() => trackOf(item, `${pathname}${search}`, savesProgress), [item, pathname, search, savesProgress]);
}

/** An item as the administrator sees it: nothing of it is saved. */
function PreviewedItem({ item }: { item: ContentItem }) {
  const track = useTrack(item, false);
  return (
    <ContentItemView
      item={item}
      isAdmin
      audio={track && <AudioPlayer track={track} takesFocus={false} />}
      video={item.video && <VideoPlayer video={item.video} title={item.title} listener={null} renewPass={nothing} />}
    />
  );
}

const nothing = async () => undefined;

/** An item as a member sees it: with progress, which playing it adds to. */
function MemberItem({ item, user }: { item: ContentItem; user: SessionUser }) {
  const renewPass = useRenewSession();
  const owner = { memberId: user.id, id: item.date };
  const listeners = useProgressReporter(owner);
  const track = useTrack(item, true);
  const { state } = useLocation();
  const progress = useProgress(item.date, { enabled: !item.comingSoon });
  const media = { hasAudio: item.audioFilename !== null, hasVideo: item.video !== null };
  const shown = progress.data ?? { ...NO_PROGRESS, id: item.id, date: item.date };
  return (
    <ContentItemView
      item={item}
      isAdmin={false}
      audio={track && <AudioPlayer track={track} takesFocus={isOpenedToPlay(state)} />}
      video={
        item.video && (
          <VideoPlayer video={item.video} title={item.title} listener={listeners.video} renewPass={renewPass} />
        )
      }
      badges={<ProgressBadges progress={shown} />}
      notice={item.comingSoon && <OpensLater item={item} user={user} />}
    >
      {progress.isSuccess && !item.comingSoon && <ContentCompletion owner={owner} progress={shown} media={media} />}
      {progress.isLoadingError && <ProgressTrouble query={progress} />}
    </ContentItemView>
  );
}

/** The page's column, with the way back at its head. */
function Column({ back, children }: { back: { href: string; label: string }; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-1 sm:gap-3">
      <BackLink to={back.href}>{back.label}</BackLink>
      {children}
    </div>
  );
}

function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-lg px-2 text-sm font-semibold semi-wide text-muted hover:text-bolt"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}
