import { useAtomValue, useSetAtom } from "jotai";
import { LogIn, Mail, Zap } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import type { ErrorCode } from "#domain/contract/errors.ts";
import type { ItemByMail, SessionLink } from "#domain/contract/mail-responses.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { PageShell } from "../brand/page-shell.tsx";
import { returnState } from "../features/account/return-path.ts";
import { useRenewSession } from "../features/account/session.query.ts";
import { useItemByMail } from "../features/content/content.query.ts";
import { ContentItemSkeleton, ContentItemView } from "../features/content/content-item-view.tsx";
import { ItemStage } from "../features/player/item-stage.tsx";
import { audioAtom, closePlayerAtom, trackAtom } from "../features/player/player.atoms.ts";
import { useIsWatching, usePlaybackReports } from "../features/player/use-media-state.ts";
import { CompletionFrame, headlineOf } from "../features/progress/completion-frame.tsx";
import { useReporterByMail } from "../features/progress/use-reporter-by-mail.ts";
import { ApiError, errorDetail } from "../lib/api-error.ts";
import type { PlaybackListener } from "../lib/playback-listener.ts";
import { type ButtonVariant, buttonClass } from "../ui/button.tsx";
import { StatePanel } from "../ui/state-panel.tsx";

/** Plays a wake-up email's session without a login in this browser, and shows nothing personal to the member. */
export function PlayedByMail({ link }: { link: SessionLink }) {
  return (
    <PageShell isTight>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-1 sm:gap-3 lg:max-w-none">
        {/* Reserves the space of a member's back link, so nothing moves. */}
        <p className="flex min-h-11 items-center gap-2 text-sm font-semibold semi-wide text-muted">
          <Mail className="size-4" />
          From your wake-up email
        </p>
        <Loader link={link} />
      </div>
    </PageShell>
  );
}

function LoginLink({ variant, children = "Login" }: { variant: ButtonVariant; children?: string }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={APP_PAGES.login} state={returnState(`${pathname}${search}`)} className={buttonClass(variant)}>
      <LogIn className="size-4" />
      {children}
    </Link>
  );
}

const CLOSED: Partial<Record<ErrorCode, { title: string; detail: string }>> = {
  no_access: {
    title: "Your membership has ended",
    detail: "Choose a plan and your next morning starts with a session.",
  },
  gone: {
    title: "This link has expired",
    detail:
      "The session link in a wake-up email works without a login until the end of the day after we send it. Log in to open this session.",
  },
  validation: {
    title: "This link doesn't work",
    detail: "Your email app may have cut it off. Log in to open the session.",
  },
  not_found: { title: "Content Not Found", detail: "This session is no longer available." },
};

function Loader({ link }: { link: SessionLink }) {
  const query = useItemByMail(link);
  if (query.data) return <Session item={query.data} link={link} />;
  if (query.isPending) return <ContentItemSkeleton />;
  const code = query.error instanceof ApiError ? query.error.code : null;
  const closed = code && CLOSED[code];
  if (!closed)
    return <StatePanel kind="error" title="Your session didn't load" detail={errorDetail(query.error)} retry={query} />;
  const hasEnded = code === "no_access";
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <StatePanel kind="empty" icon={Zap} {...closed} isWholePage>
        <div className="flex flex-wrap justify-center gap-3">
          {hasEnded && (
            <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary")}>
              Choose a plan
            </a>
          )}
          <LoginLink variant={hasEnded ? "secondary" : "primary"} />
          {code === "not_found" && (
            <a href={PUBLIC_PAGES.home} className={buttonClass("secondary")}>
              Back to home
            </a>
          )}
        </div>
      </StatePanel>
    </>
  );
}

function Session({ item, link }: { item: ItemByMail; link: SessionLink }) {
  const { audio, video, completion } = useReporterByMail(link);
  const isWatching = useIsWatching();
  const renewPass = useRenewSession();
  const close = useSetAtom(closePlayerAtom);
  // Sound that continued on another page would be saved by nothing.
  useEffect(() => close, [close]);
  const isCued = useAtomValue(trackAtom)?.date === item.date;
  return (
    <ContentItemView
      item={item}
      stage={<ItemStage item={item} isDone={completion !== null} takesFocus listener={video} renewPass={renewPass} />}
      ways={
        !completion && (
          <section
            aria-label="Login"
            className="grid justify-items-start gap-4 rounded-card border border-line bg-panel p-5"
          >
            <p className="leading-relaxed text-muted">
              Your streak, your progress, and every other session are a login away.
            </p>
            <LoginLink variant="secondary" />
          </section>
        )
      }
    >
      {completion && (
        <CompletionFrame headline={headlineOf(completion.days)} words="Session complete" isWatching={isWatching}>
          <LoginLink variant="primary">Log in to see your progress</LoginLink>
        </CompletionFrame>
      )}
      {isCued && <AudioReports listener={audio} />}
    </ContentItemView>
  );
}

/** Rendered only once the app's player holds this item's audio; before that, its events are about another item. */
function AudioReports({ listener }: { listener: PlaybackListener }) {
  usePlaybackReports(useAtomValue(audioAtom), listener);
  return null;
}
