import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";

export type Medium = "audio" | "video";
/** Where a member stopped: seconds, or percent where only that is known. */
export type ResumePoint = { seconds: number } | { percent: number };

type LocalPosition = { seconds: number; at: string; epoch: number };

const PREFIX = "position";

function keyOf({ memberId, id }: ProgressOwner, medium: Medium): string {
  return [PREFIX, memberId, id, medium].join(":");
}

/** Remembers a position in this browser; it goes with everything else of the member at logout. */
export function keepPosition(owner: ProgressOwner, medium: Medium, position: LocalPosition): void {
  try {
    localStorage.setItem(keyOf(owner, medium), JSON.stringify(position));
  } catch {
    // Storage is blocked or full: the server's position is still there.
  }
}

export function dropPositions(owner: ProgressOwner): void {
  try {
    for (const medium of ["audio", "video"] as const) localStorage.removeItem(keyOf(owner, medium));
  } catch {
    // As above.
  }
}

export function readPosition(owner: ProgressOwner, medium: Medium): LocalPosition | null {
  try {
    const stored: Partial<LocalPosition> | null = JSON.parse(localStorage.getItem(keyOf(owner, medium)) ?? "null");
    const { seconds, at, epoch } = stored ?? {};
    const isWhole = typeof seconds === "number" && typeof at === "string" && typeof epoch === "number";
    return isWhole ? { seconds, at, epoch } : null;
  } catch {
    return null;
  }
}

/** The epoch of what this browser kept of an item, of two media the earlier one: a save of an ended epoch changes nothing. */
export function keptEpochOf(owner: ProgressOwner): number | undefined {
  const kept = [readPosition(owner, "audio"), readPosition(owner, "video")].flatMap((position) => position ?? []);
  return kept.length > 0 ? Math.min(...kept.map(({ epoch }) => epoch)) : undefined;
}

/**
 * Where a medium goes on: at the newer of the server's position, which may come from another device, and the one that this
 * browser kept, unless somebody has started over since. Without an answer at what this browser kept.
 */
export function resumePointOf(
  local: LocalPosition | null,
  medium: Medium,
  progress: ProgressResponse | undefined,
): ResumePoint | null {
  if (progress === undefined) return local && { seconds: local.seconds };
  const isLocalNewer = local !== null && local.epoch >= progress.epoch && local.at > (progress.at ?? "");
  if (isLocalNewer) return { seconds: local.seconds };
  if (progress.at !== null) return { seconds: medium === "audio" ? progress.audioPosition : progress.videoPosition };
  // Saved before positions were.
  const isCompleted = medium === "audio" ? progress.audioCompleted : progress.videoCompleted;
  const percent = medium === "audio" ? progress.audioProgress : progress.videoProgress;
  return isCompleted || percent === 0 ? null : { percent };
}

/**
 * The point at which an item was opened, settled once: what is saved from then on moves nobody. Undefined until the server has
 * answered, or could not.
 */
export function useResumePoint(
  owner: ProgressOwner,
  medium: Medium,
  progress: UseQueryResult<ProgressResponse>,
): ResumePoint | null | undefined {
  // As it was before anything of this opening could be kept.
  const [local] = useState(() => readPosition(owner, medium));
  const [settled, setSettled] = useState<{ point: ResumePoint | null } | null>(null);
  if (settled === null && !progress.isPending) setSettled({ point: resumePointOf(local, medium, progress.data) });
  return settled?.point;
}
