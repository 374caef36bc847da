import { Play } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { Artwork } from "../brand/artwork.tsx";
import { PageShell } from "../brand/page-shell.tsx";
import { RequireSession } from "../features/account/require-session.tsx";
import { CHECKING } from "../features/account/session.query.ts";
import { useTodaysItem } from "../features/content/todays-item.query.ts";
import { keepWelcome, readWelcome, type StoredWelcome } from "../features/money/stored-welcome.ts";
import { CONFIRMED, OPENS_WITH_PAYMENT } from "../features/money/welcome-words.ts";
import { formatLength } from "../features/player/media-time.ts";
import { useExperience } from "../features/player/use-track.ts";
import { nearDay, wakeUpMoment } from "../features/profile/member-words.ts";
import { useProfile } from "../features/profile/profile.query.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { QueryPanel } from "../ui/query-panel.tsx";
import { useToast } from "../ui/use-toast.ts";
import { WelcomeRow } from "./welcome-row.tsx";

const loadHour = () => import("./welcome-hour.tsx").then((module) => module.WelcomeHour);
const loadNotifications = () =>
  import("../features/push/notification-settings.tsx").then((module) => module.NotificationSettings);
const loadAddress = () => import("../features/account/correct-address.tsx").then((module) => module.CorrectAddress);
const loadPassword = () => import("../features/account/password-form.tsx").then((module) => module.PasswordForm);

/** What a buyer, or the recipient of a gift, sees first. The dashboard's code and calls wait until it's left. */
export function WelcomePage() {
  useDocumentTitle("Welcome");
  const [welcome] = useState(readWelcome);
  return (
    <RequireSession
      frame={
        <Frame>
          <p role="status" className="text-muted">
            {CHECKING}
          </p>
        </Frame>
      }
    >
      {(user) => (welcome ? <Welcome user={user} welcome={welcome} /> : <Navigate to={APP_PAGES.dashboard} replace />)}
    </RequireSession>
  );
}

function Frame({ children, ...dialog }: ComponentProps<"div">) {
  return (
    <PageShell width="narrow" isTight>
      <div {...dialog} className="in-turn grid grid-cols-1 gap-4 focus:outline-none sm:gap-5">
        <h1 id="welcome-heading" className="text-[1.75rem] sm:text-4xl short:text-2xl">
          {`Welcome to ${BRAND.name}!`}
        </h1>
        {children}
      </div>
    </PageShell>
  );
}

function Welcome({ user, welcome }: { user: SessionUser; welcome: StoredWelcome }) {
  const query = useProfile();
  const begin = useTodaysItem(user);
  const canBegin = begin.isLoading || begin.todays !== null;
  const dialog = useRef<HTMLDivElement>(null);
  const showToast = useToast();
  useEffect(() => dialog.current?.focus({ preventScroll: true }), []);
  const navigate = useNavigate();
  const leave = () => void keepWelcome(query.data?.isSetUp ? null : { ...welcome, isLeft: true });
  const onKeyDown = (event: KeyboardEvent) => {
    // A key pressed in a field is the field's.
    if (event.key !== "Escape" || event.defaultPrevented || event.target instanceof HTMLInputElement) return;
    leave();
    void navigate(APP_PAGES.dashboard, { replace: true });
  };
  return (
    <Frame
      ref={dialog}
      role="alertdialog"
      aria-labelledby="welcome-heading"
      aria-describedby="welcome-words"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div id="welcome-words" className="grid gap-1 text-muted">
        <p>
          {CONFIRMED}
          {welcome.opensWithPayment && ` ${OPENS_WITH_PAYMENT}`}
        </p>
        {welcome.subscriptionId !== null && (
          <p className="text-xs wrap-anywhere">Your subscription ID is {welcome.subscriptionId}.</p>
        )}
      </div>
      {canBegin && <Begin {...begin} today={user.today} onLeave={leave} />}
      <div data-awaited={query.isPending ? "" : undefined} className="grid grid-cols-1 gap-4">
        <QueryPanel query={query} failed="Your first steps didn't load">
          {(profile) => (
            <>
              {profile.emailEnabled && (
                <WelcomeRow label="Change" load={loadHour} props={{ profile }}>
                  First email: <strong className="inline-block text-ink">{firstEmailWords(profile, user.today)}</strong>
                </WelcomeRow>
              )}
              {profile.canCorrectAddress && (
                <WelcomeRow label="Not yours? Change it" load={loadAddress} props={{}}>
                  Emails go to: <strong className="text-ink">{profile.email}</strong>
                </WelcomeRow>
              )}
              <WelcomeRow
                label="Set it up"
                load={loadNotifications}
                props={{ timezone: profile.timezone, today: user.today }}
              >
                Want a notification, too?
              </WelcomeRow>
              {!profile.isSetUp && (
                <WelcomeRow
                  label="Set a password"
                  load={loadPassword}
                  props={{
                    email: profile.email,
                    asks: profile.asksCode ? "code" : "nothing",
                    onSaved: () => {
                      dialog.current?.focus({ preventScroll: true });
                      showToast({ tone: "success", title: "Your password is saved" });
                      void query.refetch();
                    },
                  }}
                >
                  No password needed yet.
                </WelcomeRow>
              )}
            </>
          )}
        </QueryPanel>
      </div>
      <Link
        to={APP_PAGES.dashboard}
        replace
        onClick={leave}
        className={buttonClass(canBegin ? "ghost" : "primary", "lg")}
      >
        Go to your dashboard
      </Link>
    </Frame>
  );
}

/** "tomorrow, 6:00 AM Eastern", or without a day while none is known. */
function firstEmailWords({ nextWakeUpLocal, emailTime, timezone }: ProfileResponse, today: string): string {
  const [date = "", time = ""] = nextWakeUpLocal?.split("T") ?? [];
  const day = nextWakeUpLocal && nearDay(date, today);
  return day ? `${day}, ${wakeUpMoment(time, timezone)}` : wakeUpMoment(nextWakeUpLocal ?? emailTime, timezone);
}

const PICTURE = "aspect-5/2 w-full rounded-card border border-line short:hidden";

type BeginProps = ReturnType<typeof useTodaysItem> & { today: string; onLeave: () => void };

/** Today's session, or the newest one that's open. It plays within the press, since browsers allow sound only then. */
function Begin({ todays, today, onLeave }: BeginProps) {
  const experience = useExperience();
  // Not a div, which React would keep for the session: browsers count the end of its animation as a move.
  if (todays === null) return <p data-awaited="" className={`animate-pulse bg-panel ${PICTURE}`} />;
  const { item, href } = todays;
  const { onClick, ...link } = experience(item, href);
  const isHeard = item.audioFilename !== null;
  return (
    <div className="grid gap-3">
      <Artwork date={item.date} own={item.artworkFilename} isLargest className={PICTURE} />
      <h2 className="flex min-h-7 items-center text-xl wrap-anywhere">{item.title}</h2>
      <Link
        to={href}
        {...link}
        onClick={(event) => {
          onClick(event);
          onLeave();
        }}
        className={buttonClass("primary", "lg", "!px-3")}
      >
        {isHeard && <Play fill="currentColor" className="size-5 shrink-0" />}
        <span>
          {isHeard ? "Play " : "Open "}
          {item.date === today ? "today's session" : "the newest session"}
          {isHeard && item.duration !== null && ` (${formatLength(item.duration)})`}
        </span>
      </Link>
    </div>
  );
}
