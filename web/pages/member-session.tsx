import type { SessionUser } from "#domain/contract/auth.ts";
import type { ContentItem } from "#domain/contract/content.ts";
import { NO_PROGRESS } from "#domain/rules/completion.ts";
import { useRenewSession } from "../features/auth/session.query.ts";
import { ContentSession } from "../features/content/content-session.tsx";
import { OpensLater } from "../features/content/opens-later.tsx";
import { useProgress } from "../features/progress/progress.query.ts";
import { ProgressBadges } from "../features/progress/progress-badges.tsx";
import { ProgressTrouble } from "../features/progress/progress-trouble.tsx";
import { SessionCompletion } from "../features/progress/session-completion.tsx";
import { useProgressReporter } from "../features/progress/use-progress-reporter.ts";

/** An item as a member sees it: with progress, which playing it adds to. */
export function MemberSession({ item, user }: { item: ContentItem; user: SessionUser }) {
  const renewPass = useRenewSession();
  const listeners = useProgressReporter(item.date);
  const progress = useProgress(item.date);
  const media = { hasAudio: item.audioFilename !== null, hasVideo: item.video !== null };
  const shown = progress.data ?? { ...NO_PROGRESS, id: item.id, date: item.date };
  return (
    <ContentSession
      item={item}
      adminPassword={null}
      renewPass={renewPass}
      listeners={listeners}
      resumeAtPercent={shown.audioCompleted ? null : shown.audioProgress}
      badges={<ProgressBadges progress={shown} />}
      notice={item.comingSoon && <OpensLater item={item} subscriptionType={user.subscriptionType} />}
    >
      {progress.isSuccess && !item.comingSoon && <SessionCompletion id={item.date} progress={shown} media={media} />}
      {progress.isLoadingError && <ProgressTrouble query={progress} />}
    </ContentSession>
  );
}
