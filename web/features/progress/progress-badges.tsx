import { Check, Zap } from "lucide-react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import { Badge } from "../../ui/badge.tsx";

export function ProgressBadges({ progress }: { progress: ProgressResponse }) {
  return (
    <>
      {progress.audioCompleted && (
        <Badge tone="green">
          <Check aria-hidden="true" />
          Audio Completed
        </Badge>
      )}
      {progress.videoCompleted && (
        <Badge tone="green">
          <Check aria-hidden="true" />
          Video Completed
        </Badge>
      )}
      {progress.totalWatched && (
        <Badge tone="yellow">
          <Zap aria-hidden="true" fill="currentColor" />
          Session Complete!
        </Badge>
      )}
    </>
  );
}
