import { useMutation } from "@tanstack/react-query";
import { loadChunk } from "../lib/load-chunk.ts";
import { useToast } from "./use-toast.ts";

/** Code that a tap asks for: a sheet, a dialog. Where it does not arrive a toast says so, and the next tap asks again. */
export function useLazyPart<Part>(load: () => Promise<Part>) {
  const showToast = useToast();
  const { data, isPending, mutate } = useMutation({
    mutationFn: () => loadChunk(load),
    // What a service worker has kept opens without a connection.
    networkMode: "always",
    onError: () =>
      showToast({
        tone: "error",
        title: "This did not load",
        description: "Please check your connection and try again.",
      }),
  });
  return { part: data, isLoading: isPending, load: () => data === undefined && mutate() };
}
