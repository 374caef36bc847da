import { useMutation } from "@tanstack/react-query";
import { type ComponentType, useCallback } from "react";
import { loadChunk } from "../lib/load-chunk.ts";
import { StatePanel } from "./state-panel.tsx";

type LazySectionProps<Props> = { load: () => Promise<ComponentType<Props>>; className: string; props?: Props };

/** Part of a page whose code loads when it scrolls into view; `className` reserves its space until then. */
export function LazySection<Props extends object>({ load, className, props }: LazySectionProps<Props>) {
  const loading = useMutation({ mutationFn: () => loadChunk(load) });
  const { data: Part, isError, isPending, mutate } = loading;
  const watch = useCallback(
    (place: HTMLElement | null) => {
      if (place === null) return;
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        mutate();
      });
      observer.observe(place);
      return () => observer.disconnect();
    },
    [mutate],
  );
  return (
    <div ref={watch} data-awaited={Part || isError ? undefined : ""} className={className}>
      {Part && <Part {...(props as Props)} />}
      {isError && (
        <StatePanel
          kind="error"
          title="This part didn't load"
          retry={{ refetch: () => mutate(), isFetching: isPending }}
        />
      )}
    </div>
  );
}
