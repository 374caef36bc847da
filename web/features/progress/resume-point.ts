import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ProgressResponse } from "#domain/contract/progress.ts";
import { isRecord } from "../../lib/parse-json.ts";
import type { ProgressOwner } from "../../lib/pending-progress.ts";
import type { ResumePoint } from "../../lib/playback-listener.ts";
import { stored } from "../../lib/stored.ts";

const MEDIA = ["audio", "video"] as const;
export type Medium = (typeof MEDIA)[number];

type LocalPosition = { seconds: number; at: string; epoch: number };

/** A medium's position, which this browser remembers until the member logs out. */
export function storedPosition({ memberId, id }: ProgressOwner, medium: Medium) {
  return stored(`position:${memberId}:${id}:${medium}`, parsePosition, { scope: "browser", endsWith: "session" });
}

function parsePosition(value: unknown): LocalPosition | null {
  const { seconds, at, epoch } = isRecord(value) ? value : {};
  const isWhole = typeof seconds === "number" && typeof at === "string" && typeof epoch === "number";
  return isWhole ? { seconds, at, epoch } : null;
}

export function dropPositions(owner: ProgressOwner): void {
  for (const medium of MEDIA) storedPosition(owner, medium).write(null);
}

/** The epoch of an item's positions in this browser; the older of the two, because a save of an ended epoch changes nothing. */
export function storedEpochOf(owner: ProgressOwner): number | undefined {
  const positions = MEDIA.flatMap((medium) => storedPosition(owner, medium).read() ?? []);
  return positions.length > 0 ? Math.min(...positions.map(({ epoch }) => epoch)) : undefined;
}

/** The newer of the server's and this browser's position, ignoring a local one from before someone started over. */
export function resumePointOf(
  local: LocalPosition | null,
  medium: Medium,
  progress: ProgressResponse | undefined,
): ResumePoint | null {
  if (progress === undefined) return local && { seconds: local.seconds };
  const isLocalNewer = local !== null && local.epoch >= progress.epoch && local.at > (progress.at ?? "");
  if (isLocalNewer) return { seconds: local.seconds };
  if (progress.at !== null) return { seconds: medium === "audio" ? progress.audioPosition : progress.videoPosition };
  // Progress from before positions were saved.
  const isCompleted = medium === "audio" ? progress.audioCompleted : progress.videoCompleted;
  const percent = medium === "audio" ? progress.audioProgress : progress.videoProgress;
  return isCompleted || percent === 0 ? null : { percent };
}

/** The resume point when the item was opened. It is settled once, so later saves don't move anyone; undefined until known. */
export function useResumePoint(
  owner: ProgressOwner,
  medium: Medium,
  progress: UseQueryResult<ProgressResponse>,
): ResumePoint | null | undefined {
  // Read on first render, before this visit can store anything.
  const [local] = useState(storedPosition(owner, medium).read);
  const [settled, setSettled] = useState<{ point: ResumePoint | null } | null>(null);
  if (settled === null && !progress.isPending) setSettled({ point: resumePointOf(local, medium, progress.data) });
  return settled?.point;
}
