import { useMutation } from "@tanstack/react-query";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import type { ItemMedia } from "#domain/rules/completion.ts";
import { useSaveProgress } from "./use-save-progress.ts";

/** Mark as Complete completes the session and every medium the item has (spec section 4). */
export function completionReport({ hasAudio, hasVideo }: ItemMedia): SaveProgressRequest {
  return { totalWatched: true, ...(hasAudio && { audioCompleted: true }), ...(hasVideo && { videoCompleted: true }) };
}

export function useMarkComplete(id: string) {
  const save = useSaveProgress(id);
  return useMutation({ mutationFn: (media: ItemMedia) => save(completionReport(media)) });
}
