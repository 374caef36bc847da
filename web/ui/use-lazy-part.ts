import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { loadChunk } from "../lib/load-chunk.ts";
import { useToast } from "./use-toast.ts";

/** Code that loads on a tap, such as a sheet or dialog. If loading fails, a toast says so and the next tap retries. */
export function useLazyPart<Part>(load: () => Promise<Part>) {
  const showToast = useToast();
  const { data, isPending, mutate } = useMutation({
    mutationFn: () => loadChunk(load),
    onError: () =>
      showToast({
        tone: "error",
        title: "This didn't load",
        description: "Check your connection and try again.",
      }),
  });
  return { part: data, isLoading: isPending, load: () => data === undefined && mutate() };
}

/** A lazy part that a button opens and that closes itself. */
export function useLazyDialog<Part>(loadPart: () => Promise<Part>) {
  const [isOpen, setIsOpen] = useState(false);
  const { load, ...lazy } = useLazyPart(loadPart);
  const open = () => {
    setIsOpen(true);
    load();
  };
  return { ...lazy, isOpen, open, close: () => setIsOpen(false) };
}
