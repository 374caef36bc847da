import { useQueryClient } from "@tanstack/react-query";
import { addDays } from "#domain/rules/calendar-days.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { useToast } from "../../ui/use-toast.ts";

/** Takes many files at once. Their table loads with the first ones. */
export function useTakeFiles(today: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return async (files: readonly File[], start = addDays(today, 1)) => {
    if (files.length === 0) return;
    try {
      const { takeFiles } = await loadChunk(() => import("./month/month-rows.ts"));
      takeFiles(files, { start, today }, queryClient);
    } catch {
      toast({ tone: "error", title: "Files not added", description: "Check your connection and try again." });
    }
  };
}
