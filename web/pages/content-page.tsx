import { useAtomValue, useSetAtom } from "jotai";
import { AlarmClock, ArrowLeft } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { Link, Redirect, useParams } from "wouter";
import type { SessionUser } from "#domain/contract/auth.ts";
import type { OpenedItem } from "#domain/contract/content.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { artworkOf } from "#domain/rules/artwork.ts";
import { NO_PROGRESS } from "#domain/rules/completion.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/auth/member-nav.tsx";
import { RequireSession } from "../features/auth/require-session.tsx";
import { CHECKING, useRenewSession } from "../features/auth/session.query.ts";
import { ContentItemSkeleton, ContentItemView, DayLinks } from "../features/content/content-item-view.tsx";
import { ContentLoader } from "../features/content/content-loader.tsx";
import { backToDashboardHref } from "../features/content/dashboard-address.ts";
import { OpensLater } from "../features/content/opens-later.tsx";
import { TodayLink } from "../features/content/today-link.tsx";
import { AccessEnded } from "../features/members/access-ended.tsx";
import { wakeUpMoment } from "../features/members/member-words.ts";
import { useProfile, useUpdateProfile } from "../features/members/profile.query.ts";
import { AudioPlayer } from "../features/player/audio-player.tsx";
import { isOpenedToPlay, playTrackAtom, rewindAtom, type Track, trackOf } from "../features/player/player.atoms.ts";
import { VideoPlayer } from "../features/player/video-player.tsx";
import { ContentCompletion, ProgressBadges, ProgressTrouble } from "../features/progress/content-completion.tsx";
import { useProgress } from "../features/progress/progress.query.ts";
import { useResumePoint } from "../features/progress/resume-point.ts";
import { useEndEpoch } from "../features/progress/save-progress.mutation.ts";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";
import { adminStatusAtom } from "../lib/admin-status.atoms.ts";
import { readAuthToken } from "../lib/auth-token.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { useSearchParams, useVisit } from "../lib/router.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";

// Only an administrator's look at a draft needs it.
const DraftBanner = lazy(async () => ({
  default: (await loadChunk(() => import("../features/admin/content/draft-banner.tsx"))).DraftBanner,
}));

// Only who opens a mail's button without a session needs it.
const PlayedByMail = lazy(async () => ({
  default: (await loadChunk(() => import("./played-by-mail.tsx"))).PlayedByMail,
}));

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
  if (isFromAdmin && isLost) return <Redirect to={ADMIN_LIBRARY} replace />;
  if (isFromAdmin && adminStatus === "signed-in") {
    return (
      <PageShell>
        <Column back={back}>
          <ContentLoader key={id} id={id} isAdmin back={back} accessEnded={null} wayOn={null}>
            {(item) => <PreviewedItem item={item} />}
          </ContentLoader>
        </Column>
      </PageShell>
    );
  }
  const frame = (
    <PageShell actions={<MemberNav current="dashboard" />}>
      <Column back={back}>
        <ContentItemSkeleton status={CHECKING} />
      </Column>
    </PageShell>
  );
  const member = params.get("member");
  const key = params.get("key");
  return (
    <RequireSession
      frame={frame}
      visitor={
        member &&
        key && (
          <Suspense fallback={frame}>
            <PlayedByMail link={{ member, date: id, key }} />
          </Suspense>
        )
      }
    >
      {(user) => (
        <PageShell actions={<MemberNav current="dashboard" />}>
          <Column back={back}>
            <ContentLoader
              key={id}
              id={id}
              isAdmin={false}
              back={back}
              accessEnded={<AccessEnded />}
              wayOn={<TodayLink today={user.today} />}
            >
              {(item) => <MemberItem item={item} user={user} backHref={back.href} />}
            </ContentLoader>
          </Column>
        </PageShell>
      )}
    </RequireSession>
  );
}

/** What the app's player needs to know of an item's audio; null without one. */
function useTrack(item: OpenedItem, savesProgress: boolean): Track | null {
  const { pathname, search } = useVisit();
  return useMemo(() => trackOf(item, `${pathname}${search}`, savesProgress), [item, pathname, search, savesProgress]);
}

/** An item as the administrator sees it: nothing of it is saved. */
function PreviewedItem({ item }: { item: OpenedItem }) {
  const track = useTrack(item, false);
  return (
    <ContentItemView
      item={item}
      ways={<DayLinks date={item.date} isAdmin />}
      notice={
        item.status === "draft" && (
          <Suspense>
            <DraftBanner contentId={item.id} />
          </Suspense>
        )
      }
      audio={track && <AudioPlayer track={track} takesFocus={false} />}
      video={
        item.video && (
          <VideoPlayer
            video={item.video}
            title={item.title}
            poster={artworkOf(item.date, item.artworkFilename)}
            captions={item.captionsFilename}
            duration={item.audioFilename === null ? item.duration : null}
            takesFocus={false}
            listener={null}
            resumePoint={null}
            renewPass={nothing}
          />
        )
      }
    />
  );
}

const nothing = async () => undefined;

/** An item as a member sees it: with progress, which playing it adds to. */
function MemberItem({ item, user, backHref }: { item: OpenedItem; user: SessionUser; backHref: string }) {
  const renewPass = useRenewSession();
  const owner = { memberId: user.id, id: item.date };
  const reporter = useProgressReporter(owner);
  const track = useTrack(item, true);
  const { state } = useVisit();
  const progress = useProgress(item.date, { enabled: !item.comingSoon });
  const resumeVideoAt = useResumePoint(owner, "video", progress);
  const startOver = useEndEpoch(owner, "start-over");
  const rewind = useSetAtom(rewindAtom);
  const play = useSetAtom(playTrackAtom);
  // A video that is as new again is a new player.
  const [undone, setUndone] = useState(0);
  const video = useRef<HTMLMediaElement | null>(null);
  const playAgain = () => {
    if (track !== null) {
      rewind(item.date, false);
      void play(track);
    } else if (video.current !== null) {
      video.current.currentTime = 0;
      video.current.play().catch(() => undefined);
    }
  };
  const { mutate: updateProfile } = useUpdateProfile();
  const rememberSpeed = useCallback((playbackSpeed: number) => updateProfile({ playbackSpeed }), [updateProfile]);
  const onStartOver = () => {
    reporter.restart("start-over");
    startOver.mutate();
  };
  const media = { hasAudio: item.audioFilename !== null, hasVideo: item.video !== null };
  const shown = progress.data ?? { ...NO_PROGRESS, id: item.id, date: item.date, totalWatched: item.completed };
  return (
    <ContentItemView
      item={item}
      ways={<DayLinks date={item.date} isAdmin={false} />}
      audio={
        track && (
          <AudioPlayer
            track={track}
            takesFocus={isOpenedToPlay(state)}
            onStartOver={onStartOver}
            onSpeed={rememberSpeed}
          />
        )
      }
      video={
        item.video && (
          <VideoPlayer
            key={undone}
            mediaRef={video}
            video={item.video}
            title={item.title}
            poster={artworkOf(item.date, item.artworkFilename)}
            captions={item.captionsFilename}
            duration={track === null ? item.duration : null}
            takesFocus={track === null && isOpenedToPlay(state)}
            listener={reporter.video}
            resumePoint={undone === 0 ? resumeVideoAt : null}
            onStartOver={onStartOver}
            renewPass={renewPass}
          />
        )
      }
      badges={<ProgressBadges progress={shown} />}
      notice={
        item.comingSoon && (
          <div className="grid gap-3">
            <OpensLater item={item} user={user} />
            <TodayLink today={user.today} />
          </div>
        )
      }
    >
      {progress.isSuccess && !item.comingSoon && (
        <ContentCompletion
          owner={owner}
          progress={shown}
          media={media}
          backHref={backHref}
          nextMail={<NextMail />}
          onPlayAgain={media.hasAudio || media.hasVideo ? playAgain : null}
          onUndone={() => {
            rewind(item.date, true);
            setUndone(undone + 1);
          }}
        />
      )}
      {/* The button's place, so that nothing below it moves. */}
      {progress.isLoading && <div className="h-14" />}
      {progress.isLoadingError && <ProgressTrouble query={progress} />}
    </ContentItemView>
  );
}

/** When the next wake-up mail comes; nothing while mails are off. */
function NextMail() {
  const { data } = useProfile();
  if (!data?.nextWakeUpAt) return null;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <AlarmClock aria-hidden="true" className="size-4 shrink-0 text-bolt" />
      <span>Next wake-up {wakeUpMoment(data.nextWakeUpAt, data.timezone)}</span>
    </p>
  );
}

/** The page's column, with the way back at its head. */
function Column({ back, children }: { back: { href: string; label: string }; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-1 sm:gap-3 lg:max-w-none">
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
