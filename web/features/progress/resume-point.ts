import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import { isRecord } from "../../lib/parse-json.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";
import { stored } from "../../lib/stored.ts";

export const MEDIA = ["audio", "video"] as const;
export type Medium = (typeof MEDIA)[number];
/** Where a member stopped: seconds, or percent where only that is known. */
export type ResumePoint = { seconds: number } | { percent: number };

type LocalPosition = { seconds: number; at: string; epoch: number };

/** Where a member was in a medium, as this browser remembers it until they sign out. */
export function keptPosition({ memberId, id }: ProgressOwner, medium: Medium) {
  return stored(`position:${memberId}:${id}:${medium}`, parsePosition, { scope: "browser", endsWith: "session" });
}

function parsePosition(value: unknown): LocalPosition | null {
  const { seconds, at, epoch } = isRecord(value) ? value : {};
  const isWhole = typeof seconds === "number" && typeof at === "string" && typeof epoch === "number";
  return isWhole ? { seconds, at, epoch } : null;
}

export function dropPositions(owner: ProgressOwner): void {
  for (const medium of MEDIA) keptPosition(owner, medium).write(null);
}

/** The epoch of what this browser kept of an item, of two media the earlier one: a save of an ended epoch changes nothing. */
export function keptEpochOf(owner: ProgressOwner): number | undefined {
  const kept = MEDIA.flatMap((medium) => keptPosition(owner, medium).read() ?? []);
  return kept.length > 0 ? Math.min(...kept.map(({ epoch }) => epoch)) : undefined;
}

/** A medium goes on at the newer of the server's position and this browser's, unless somebody has started over since. */
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

/** The point at which an item was opened, settled once: what is saved from then on moves nobody. Undefined until it is known. */
export function useResumePoint(
  owner: ProgressOwner,
  medium: Medium,
  progress: UseQueryResult<ProgressResponse>,
): ResumePoint | null | undefined {
  // As it was before anything of this opening could be kept.
  const [local] = useState(keptPosition(owner, medium).read);
  const [settled, setSettled] = useState<{ point: ResumePoint | null } | null>(null);
  if (settled === null && !progress.isPending) setSettled({ point: resumePointOf(local, medium, progress.data) });
  return settled?.point;
}
