import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { MemberFooter, PageShell } from "../brand/page-shell.tsx";
import { MemberNav } from "../features/account/member-nav.tsx";
import { RequireSession } from "../features/account/require-session.tsx";
import { CHECKING } from "../features/account/session.query.ts";
import { SessionLibrary } from "../features/content/session-library.tsx";
import { RowsSkeleton } from "../features/content/session-row.tsx";
import { loadedAtom, queueAtom } from "../features/player/player.atoms.ts";
import { AccessEnded } from "../features/profile/access-ended.tsx";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { usePlayAllAudio } from "./play-all-audio.ts";
import { PodcastCard } from "./podcast-card.tsx";

export function LibraryPage() {
  useDocumentTitle("Library");
  const play = usePlayAllAudio();
  const playing = useAtomValue(loadedAtom);
  const isQueued = useAtomValue(queueAtom) !== null;
  return (
    <RequireSession
      readsOffline
      frame={
        <Shell>
          <RowsSkeleton status={CHECKING} />
        </Shell>
      }
    >
      {({ hasAccess, timezone, today }) => (
        <Shell>
          {hasAccess ? (
            <SessionLibrary
              today={today}
              accessEnded={<AccessEnded />}
              offer={<PodcastCard timezone={timezone} today={today} />}
              isQueued={isQueued}
              playing={playing?.isStarted ? playing.track.date : undefined}
              onPlay={play}
            />
          ) : (
            <AccessEnded />
          )}
        </Shell>
      )}
    </RequireSession>
  );
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <PageShell isTight actions={<MemberNav />} footer={<MemberFooter />}>
      <h1 className="mb-4 text-4xl sm:mb-8 sm:text-5xl short:sr-only">Library</h1>
      {children}
    </PageShell>
  );
}
